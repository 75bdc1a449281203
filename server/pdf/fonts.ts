import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('./fonts/', import.meta.url))

/** The fonts documents are printed in, the one of rare letters last; the system's own are never used. */
export const readFonts = (): Buffer[] =>
  ['NotoSansSC-Regular.ttf', 'NotoSerifSC-SemiBold.ttf', 'RareHan-Regular.ttf'].map((file) =>
    readFileSync(folder + file),
  )
