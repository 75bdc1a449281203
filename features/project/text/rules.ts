/** Texts that visitors read; popup and refund text have calls of their own. */
export const editedTexts = ['agreement', 'aboutUs'] as const

/** True if an HTML text has visible content. */
export function saysSomething(html: string): boolean {
  return /<img\b/i.test(html) || html.replace(/<[^>]*>|&nbsp;/g, '').trim() !== ''
}
