/** A mobile number as people type and paste it: without spaces, hyphens and the country's own prefix. */
export function typedMobile(text: string): string {
  return text.replace(/[\s-]/g, '').replace(/^(\+|00)?86(?=1\d{10}$)/, '')
}

/** A message code as it is typed or pasted: its digits. */
export const typedCode = (text: string) => text.replace(/\D/g, '').slice(0, 6)
