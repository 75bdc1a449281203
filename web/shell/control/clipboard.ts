import { notify } from '../../notice.ts'

/**
 * Copies a text to the clipboard and confirms it; also where a portal is visited without TLS and the browser's own way
 * is missing.
 */
export async function copyText(text: string, message: string): Promise<void> {
  if (navigator.clipboard) await navigator.clipboard.writeText(text)
  else {
    const area = document.createElement('textarea')
    area.value = text
    // Inside an open dialog: what lies outside of it cannot be selected.
    const place = document.querySelector('dialog[open]') ?? document.body
    place.append(area)
    area.select()
    document.execCommand('copy')
    area.remove()
  }
  notify('success', message)
}
