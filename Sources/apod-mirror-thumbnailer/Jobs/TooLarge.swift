/// There is no memory for the picture, or it has too many pixels.
struct TooLarge: Error {}
