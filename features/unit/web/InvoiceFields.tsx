import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { normalizeCode } from '../../../contract/normalize.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { type Fields, hasTitle } from './formValues.ts'
import { useUnitRules } from './unitRules.ts'
import { useUnitWords } from './words.ts'

/** The default invoice title within the form of a unit. */
export function InvoiceFields() {
  const say = useUnitWords()
  const rules = useUnitRules()
  const form = Form.useFormInstance<Fields>()
  const neededWith = (label: string) => ({
    async validator(_: unknown, text: string | undefined) {
      if (!text?.trim() && hasTitle(form.getFieldValue('invoiceTitle') as Fields['invoiceTitle']))
        throw new Error(say('fieldRequired', { field: label }))
    },
  })
  const take = () =>
    form.setFieldsValue({
      invoiceTitle: {
        name: form.getFieldValue('name') as string,
        taxNo: normalizeCode((form.getFieldValue('creditCode') as string | undefined) ?? ''),
      },
    })
  return (
    <fieldset className="unit-form-section k-box">
      <legend>{say('invoice')}</legend>
      <p className="unit-hint k-caption">
        {say('invoiceHint')}{' '}
        <Button type="link" size="small" onClick={take}>
          {say('sameCode')}
        </Button>
      </p>
      <div className="unit-form-grid">
        <Form.Item
          name={['invoiceTitle', 'name']}
          label={say('invoiceName')}
          rules={[neededWith(say('invoiceName'))]}
        >
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name={['invoiceTitle', 'taxNo']}
          label={say('taxNo')}
          rules={[neededWith(say('taxNo')), ...rules.taxNo]}
        >
          <Input spellCheck={false} autoComplete="off" />
        </Form.Item>
        <Form.Item name={['invoiceTitle', 'address']} label={say('invoiceAddress')}>
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
        <Form.Item name={['invoiceTitle', 'phone']} label={say('invoicePhone')} rules={rules.phone}>
          <Input inputMode="tel" autoComplete="off" />
        </Form.Item>
        <Form.Item name={['invoiceTitle', 'bank']} label={say('bank')}>
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name={['invoiceTitle', 'bankAccount']}
          label={say('bankAccount')}
          rules={rules.bankAccount}
        >
          <Input inputMode="numeric" autoComplete="off" />
        </Form.Item>
        <Form.Item name={['invoiceTitle', 'email']} label={say('invoiceEmail')} rules={rules.email}>
          <Input inputMode="email" autoComplete="off" />
        </Form.Item>
      </div>
    </fieldset>
  )
}
