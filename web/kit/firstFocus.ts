/**
 * Marks the element that has the focus when a dialog opens: the browser's own dialog looks for the attribute,
 * which React does not write. A text rather than a button, where the key that opened the dialog might press
 * it.
 */
export function firstFocus(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '')
}
