/** A refusal's sentence with its quoted codes, of states and steps, in the words of the page. */
export function inWords(reason: string, words: Readonly<Record<string, string>>): string {
  return reason.replace(/([“"])(\w+)([”"])/g, (whole, open: string, code: string, close: string) =>
    Object.hasOwn(words, code) ? `${open}${words[code]}${close}` : whole,
  )
}
