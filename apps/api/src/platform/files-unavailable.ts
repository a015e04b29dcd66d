/** Where uploaded files are kept does not answer or refuses: not the caller's fault, and nothing was changed. */
export class FilesUnavailable extends Error {
  override name = 'FilesUnavailable';
}
