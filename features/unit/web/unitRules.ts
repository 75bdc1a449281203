import type { FormItemProps } from 'antd/es/form'
import { normalizeCode } from '../../../contract/normalize.ts'
import { unitFaults } from '../rules.ts'
import { useUnitWords } from './words.ts'

type Rules = NonNullable<FormItemProps['rules']>

/** The validation rules of the unit form, in the reader's language; the server checks the same. */
export function useUnitRules() {
  const say = useUnitWords()
  const fits = (key: keyof typeof unitFaults, reported: Parameters<typeof say>[0]): Rules => [
    {
      async validator(_: unknown, text: string | undefined) {
        if (text?.trim() && unitFaults[key](text.trim())) throw new Error(say(reported))
      },
    },
  ]
  const creditCode: Rules = [
    {
      async validator(_: unknown, text: string | undefined) {
        const code = normalizeCode(text ?? '')
        if (code !== '' && code.length !== 18) throw new Error(say('codeLength', { count: code.length }))
        if (code !== '' && unitFaults.creditCode(code)) throw new Error(say('codeWrong'))
      },
    },
  ]
  return {
    name: [{ required: true, whitespace: true, min: 2, message: say('nameShort') }] satisfies Rules,
    creditCode,
    phone: fits('phone', 'phoneWrong'),
    email: fits('email', 'emailWrong'),
    taxNo: fits('taxNo', 'taxNoWrong'),
    bankAccount: fits('bankAccount', 'bankAccountWrong'),
  }
}
