import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { normalizeDigits } from '../../../../contract/normalize.ts'
import { yuan } from '../../../../contract/money.ts'
import { useAction } from '../../../../web/client.ts'
import { today } from '../../../../web/dayStart.ts'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { issueCalls } from '../../issue/contract.ts'
import { InvoiceFileInput } from './InvoiceFileInput.tsx'
import { isInvoiceNumber } from '../../rules.ts'
import { useOfficeWords } from './officeWords.ts'
import { useInvoiceWords } from './words.ts'

interface Fields {
  number: string
  day: string
  file?: string
}

/** Records an invoice that was issued at the tax bureau: its number, day and file. */
export default function MarkInvoice({
  id,
  name,
  amount,
  onClose,
}: {
  id: string
  name: string
  amount: number
  onClose: () => void
}) {
  const say = useOfficeWords()
  const ofInvoice = useInvoiceWords()
  const mark = useAction(issueCalls.mark, { quiet: true })
  return (
    <FormDialog<Fields, null>
      name="mark-invoice"
      title={say('markTitle', { name, amount: yuan(amount) })}
      submit={say('mark')}
      values={{ number: '', day: today() }}
      success={say('marked')}
      onSave={({ number, day, file }) =>
        // Its key, and not the file itself as in a form of several parts.
        mark.mutateAsync({
          id,
          number: normalizeDigits(number),
          day,
          ...(file ? { file } : {}),
        } as Parameters<typeof mark.mutateAsync>[0])
      }
      onClose={onClose}
    >
      <Form.Item
        name="number"
        label={ofInvoice('number')}
        rules={[
          {
            async validator(_: unknown, text: string | undefined) {
              if (!isInvoiceNumber(normalizeDigits(text ?? ''))) throw new Error(say('wrongNumber'))
            },
          },
        ]}
      >
        <Input inputMode="numeric" maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item name="day" label={say('day')} rules={[{ required: true }]}>
        <Input type="date" max={today()} />
      </Form.Item>
      <Form.Item name="file" label={say('file')} extra={say('fileHint')}>
        <InvoiceFileInput />
      </Form.Item>
    </FormDialog>
  )
}
