/// There is no memory for it.
struct TooLarge: Error {}
