/** Opens a PDF given as base64 in a new tab; downloads it when the browser forbids the tab. */
export function openPdf(base64: string, name: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  if (!window.open(url, '_blank')) {
    const link = document.createElement('a')
    link.href = url
    link.download = name
    link.click()
  }
  setTimeout(() => URL.revokeObjectURL(url), 120_000)
}
