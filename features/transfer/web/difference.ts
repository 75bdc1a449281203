import { yuan } from '../../../contract/money.ts'

/** A price difference with its sign: more or less than before. */
export const difference = (fen: number) => (fen > 0 ? `+${yuan(fen)}` : yuan(fen))
