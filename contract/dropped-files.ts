/** Files that are dropped beside their field, in the browser. */

/**
 * Gives files that are dropped on a page to the file input of their form, and lets none open in the tab in place of the page. A form with
 * several file inputs takes what is dropped beside one of them.
 * @returns a function that stops it
 */
export function takeDroppedFiles(): () => void {
  const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  const onDragOver = (event: DragEvent) => {
    if (!isFiles(event) || event.defaultPrevented || !event.dataTransfer) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = inputNear(event.target) ? "copy" : "none";
  };
  const onDrop = (event: DragEvent) => {
    // An element that takes files itself has prevented it.
    if (!isFiles(event) || event.defaultPrevented || !event.dataTransfer) return;
    event.preventDefault();
    const input = inputNear(event.target);
    if (!input) return;
    const taken = new DataTransfer();
    for (const file of [...event.dataTransfer.files].slice(0, input.multiple ? undefined : 1)) taken.items.add(file);
    input.files = taken.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  document.addEventListener("dragover", onDragOver);
  document.addEventListener("drop", onDrop);
  return () => {
    document.removeEventListener("dragover", onDragOver);
    document.removeEventListener("drop", onDrop);
  };
}

/** Returns the only file input of the nearest element around this one that has any, up to its form or dialog. */
function inputNear(target: EventTarget | null): HTMLInputElement | null {
  for (let around = target instanceof Element ? target : null; around; around = around.parentElement) {
    const inputs = around.querySelectorAll<HTMLInputElement>("input[type=file]:not(:disabled)");
    const [only, other] = around.matches("input[type=file]:not(:disabled)") ? [around as HTMLInputElement] : inputs;
    if (only) return other ? null : only;
    if (around.matches("form, dialog, main")) return null;
  }
  return null;
}
