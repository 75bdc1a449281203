import { hours, money, number } from '../../../web/format.ts'
import { useBilingual } from '../../../web/words.ts'
import { type BoardKind, boards, plainAmount } from '../rules.ts'

/** Returns the names of the kinds. */
export function useBoardName(): (kind: BoardKind) => string {
  const pick = useBilingual()
  return (kind) => pick(boards[kind].words.zh, boards[kind].words.en)
}

/** An amount of a kind as a text: people, yuan or hours. */
export function amountOf(kind: BoardKind, amount: number): string {
  const { measure } = boards[kind]
  return measure === 'fen' ? money(amount) : measure === 'tenths' ? hours(amount) : number(amount)
}

/** The texts of amounts of a kind, and the numbers that are drawn: yuan or hours. */
export function amountsOf(kind: BoardKind) {
  return {
    amount: (amount: number) => amountOf(kind, amount),
    plain: (amount: number) => plainAmount(kind, amount),
    axis: (value: number) => (boards[kind].measure === 'fen' ? `¥${number(value)}` : number(value)),
  }
}
