import InputNumber from 'antd/es/input-number'
import type { ComponentProps } from 'react'
import { yuan } from '../../../contract/money.ts'
import { useShellWords } from '../words.ts'

/** A sum of money in yuan, as wide as its form: what may be entered is said by its rules and never put right silently. */
export function YuanInput(props: Omit<ComponentProps<typeof InputNumber<number>>, 'min' | 'max'>) {
  return <InputNumber<number> {...props} precision={2} prefix="¥" style={{ width: '100%' }} />
}

/** Gives the rules of a sum that may be from `least` to `most`, in fen, both included. */
export function useYuanRules(): (least: number, most?: number) => { type: 'number'; message: string }[] {
  const say = useShellWords()
  return (least, most) => [
    { type: 'number', min: least / 100, message: say('notBelow', { yuan: yuan(least) }) },
    ...(most === undefined
      ? []
      : [{ type: 'number' as const, max: most / 100, message: say('notAbove', { yuan: yuan(most) }) }]),
  ]
}
