import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Radio from 'antd/es/radio'
import Switch from 'antd/es/switch'
import { useBilingual } from '../../../../web/words.ts'
import { paymentModes, priceModes } from '../contract.ts'
import { paymentModeNames, priceModeNames } from '../rules.ts'
import type { TermPart, TermsFields } from './termsForm.ts'
import { useTermsWords } from './words.ts'

/** The inputs of terms, all of them or the parts that are to change. */
export function TermsInputs({ parts }: { parts: readonly TermPart[] }) {
  const say = useTermsWords()
  const pick = useBilingual()
  const form = Form.useFormInstance<TermsFields>()
  const priceMode = Form.useWatch('priceMode', form)
  const needed = (field: string) => [{ required: true, message: say('fieldRequired', { field }) }]
  const has = (part: TermPart) => parts.includes(part)
  return (
    <>
      {has('open') && (
        <Form.Item name="open" label={say('open')} valuePropName="checked">
          <Switch />
        </Form.Item>
      )}
      {has('price') && (
        <>
          <Form.Item name="priceMode" label={say('price')}>
            <Radio.Group
              options={priceModes.map((value) => ({
                value,
                label: pick(priceModeNames[value].zh, priceModeNames[value].en),
              }))}
            />
          </Form.Item>
          {priceMode === 'discount' && (
            <Form.Item name="percent" label={say('rate')} extra={say('rateHint')} rules={needed(say('rate'))}>
              <InputNumber min={0} max={100} precision={2} suffix="%" style={{ width: 160 }} />
            </Form.Item>
          )}
          {priceMode === 'hourly' && (
            <Form.Item
              name="yuanAnHour"
              label={say('hourPrice')}
              extra={say('hourPriceHint')}
              rules={needed(say('hourPrice'))}
            >
              <InputNumber min={0} max={100_000} precision={2} prefix="¥" style={{ width: 160 }} />
            </Form.Item>
          )}
        </>
      )}
      {has('payment') && (
        <Form.Item name="paymentMode" label={say('payment')} extra={say('groupHint')}>
          <Radio.Group
            options={paymentModes.map((value) => ({
              value,
              label: pick(paymentModeNames[value].zh, paymentModeNames[value].en),
            }))}
          />
        </Form.Item>
      )}
      {has('period') && (
        <div className="unit-form-grid">
          <Form.Item name="validFrom" label={say('validFrom')}>
            <Input type="date" />
          </Form.Item>
          <Form.Item
            name="validTo"
            label={say('validTo')}
            dependencies={['validFrom']}
            rules={[
              ({ getFieldValue }) => ({
                async validator(_, day?: string) {
                  const first = getFieldValue('validFrom') as string | undefined
                  if (first && day && day < first) throw new Error(say('validToBefore'))
                },
              }),
            ]}
          >
            <Input type="date" />
          </Form.Item>
        </div>
      )}
    </>
  )
}
