/** Hands a file to the browser to be saved, as if a link to it had been followed. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers begin to read it only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
