/**
 * True of a text whose letters are in all fonts of the printed documents: of such a text the server need not be asked.
 */
export const isEveryday = (text: string) => /^[\s!-~·…—‘’“”\u3001-\u303f！-～一-龥]*$/u.test(text)
