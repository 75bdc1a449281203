import Form from 'antd/es/form'
import Radio from 'antd/es/radio'
import { yuan } from '../../../../contract/money.ts'
import { useAction } from '../../../../web/client.ts'
import { useYuanRules, YuanInput } from '../../../../web/shell/control/YuanInput.tsx'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { redCalls } from '../../red/contract.ts'
import { isWholeOnly, type RedReason } from '../../rules.ts'
import type { Detail } from './InvoiceBody.tsx'
import { ReasonInput } from './ReasonInput.tsx'
import './Invoice.css'
import { useOfficeWords } from './officeWords.ts'

interface Fields {
  reason: RedReason
  scope: 'whole' | 'lines'
  /** Yuan by line number; a line without a sum stays. */
  yuan: Record<string, number | null>
}

/** Reverses an issued invoice, as a whole or by line, with what is left of each. */
export default function RedInvoice({ invoice, onClose }: { invoice: Detail; onClose: () => void }) {
  const say = useOfficeWords()
  const rulesOf = useYuanRules()
  const red = useAction(redCalls.red, { quiet: true })
  const [form] = Form.useForm<Fields>()
  const reason = Form.useWatch('reason', form) ?? 'serviceEnded'
  const scope = Form.useWatch('scope', form) ?? 'whole'
  const isWhole = isWholeOnly(reason) || scope === 'whole'
  const typed = Form.useWatch('yuan', form) ?? {}
  const lines = invoice.lines
    .map((line) => ({ ...line, left: line.amount - line.reddened }))
    .filter(({ left }) => left > 0)
  const all = lines.reduce((sum, { left }) => sum + left, 0)
  const chosen = lines.flatMap(({ lineNo }) => {
    const sum = typed[lineNo]
    return sum ? [{ lineNo, amount: Math.round(sum * 100) }] : []
  })
  return (
    <FormDialog<Fields, unknown>
      name="red-invoice"
      title={say('redTitle', { number: invoice.number ?? invoice.applyNo })}
      submit={say('redden')}
      danger
      form={form}
      isBlocked={!isWhole && chosen.length === 0}
      values={{ reason: 'serviceEnded', scope: 'whole', yuan: {} }}
      success={say('redBegun')}
      onSave={({ reason: why }) =>
        red.mutateAsync({ id: invoice.id, reason: why, ...(isWhole ? {} : { lines: chosen }) })
      }
      onClose={onClose}
    >
      <p>{say('redHint')}</p>
      <ReasonInput />
      <Form.Item name="scope" label={say('redScope')}>
        <Radio.Group
          options={[
            { value: 'whole', label: say('redWhole', { amount: yuan(all) }) },
            { value: 'lines', label: say('redLines'), disabled: isWholeOnly(reason) },
          ]}
        />
      </Form.Item>
      {!isWhole && (
        <>
          {lines.map(({ lineNo, name, left }) => (
            <Form.Item
              key={lineNo}
              name={['yuan', String(lineNo)]}
              label={say('redLineOf', { lineNo, name, left: yuan(left) })}
              rules={rulesOf(1, left)}
            >
              <YuanInput placeholder={yuan(left)} />
            </Form.Item>
          ))}
          {chosen.length === 0 && <p className="k-warn">{say('redNothing')}</p>}
        </>
      )}
    </FormDialog>
  )
}
