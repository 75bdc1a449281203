import Form from 'antd/es/form'
import Radio from 'antd/es/radio'
import { useBilingual } from '../../../../web/words.ts'
import { type RedReason, redReasons } from '../../rules.ts'
import { useOfficeWords } from './officeWords.ts'
import { useInvoiceWords } from './words.ts'

/** The reasons of a red invoice, each with what it is meant for. */
export function ReasonInput() {
  const say = useOfficeWords()
  const ofInvoice = useInvoiceWords()
  const either = useBilingual()
  return (
    <Form.Item name="reason" label={ofInvoice('redReason')} rules={[{ required: true }]}>
      <Radio.Group
        className="invoice-reasons"
        options={(Object.keys(redReasons) as RedReason[]).map((value) => ({
          value,
          label: (
            <>
              {redReasons[value].code} {either(redReasons[value].zh, redReasons[value].en)}{' '}
              <span className="k-caption">{say(`reason_${value}`)}</span>
            </>
          ),
        }))}
      />
    </Form.Item>
  )
}
