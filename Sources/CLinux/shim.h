/* Grows with Folder, its only importer. */
