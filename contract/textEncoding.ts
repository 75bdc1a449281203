/** Encodings in which text files come. */
export const textEncodings = ['UTF-8', 'UTF-16LE', 'UTF-16BE', 'GB18030'] as const
export type TextEncoding = (typeof textEncodings)[number]
