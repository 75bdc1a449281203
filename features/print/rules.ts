/** The form of a text whose letters are in all fonts of the printed documents; the database reads it as well. */
export const everyday = '^[\\s!-~·…—‘’“”\\u3001-\\u303f！-～一-龥]*$'
const everydayText = new RegExp(everyday, 'u')

/** True of such a text: of it the server need not be asked. */
export const isEveryday = (text: string) => everydayText.test(text)
