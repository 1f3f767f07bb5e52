#include <magick/api.h>
