import { money, number } from '../../../web/format.ts'
import { useBilingual } from '../../../web/words.ts'
import { type BoardKind, boards, plainAmount } from '../rules.ts'

/** Returns the names of the kinds. */
export function useBoardName(): (kind: BoardKind) => string {
  const pick = useBilingual()
  return (kind) => pick(boards[kind].words.zh, boards[kind].words.en)
}

/** An amount of a kind as a text without its unit: people, yuan with their sign, or hours. */
const plainText = (kind: BoardKind, amount: number) =>
  boards[kind].measure === 'fen' ? money(amount) : number(plainAmount(kind, amount))

/** Returns the texts of amounts with their units. */
export function useAmountOf(): (kind: BoardKind, amount: number) => string {
  const pick = useBilingual()
  return (kind, amount) => {
    const { unit } = boards[kind]
    if (!unit) return plainText(kind, amount)
    return `${plainText(kind, amount)} ${pick(unit.zh, plainAmount(kind, amount) === 1 ? unit.one : unit.en)}`
  }
}

/** Returns the texts of amounts of a kind for columns and axes, whose heads have the unit, and the numbers drawn. */
export function useAmountsOf(kind: BoardKind) {
  const pick = useBilingual()
  const { unit, measure } = boards[kind]
  return {
    unit: unit ? pick(unit.zh, unit.en) : null,
    amount: (amount: number) => plainText(kind, amount),
    plain: (amount: number) => plainAmount(kind, amount),
    axis: (value: number) => (measure === 'fen' ? `¥${number(value)}` : number(value)),
  }
}

/** True where nothing was counted, neither in the range nor in the one before. */
export const isNothing = (figures: readonly { value: number; before: number }[]): boolean =>
  figures.every(({ value, before }) => value === 0 && before === 0)
