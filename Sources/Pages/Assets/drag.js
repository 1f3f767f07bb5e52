// Firefox gives the dots of a picture along when it is dragged; Nautilus 51 makes a file of those instead of taking the day's.
addEventListener('dragstart', event => event.dataTransfer.clearData('application/x-moz-nativeimage'));
