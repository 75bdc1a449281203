import Card from 'antd/es/card'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import { useId } from 'react'
import type { InputOf } from '../../../contract/call.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { Loaded } from '../../../web/kit/Loaded.tsx'
import { FormPage } from '../../../web/shell/form/FormPage.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { messageCalls } from '../contract.ts'
import { useMessageWords } from './words.ts'

/** The sign of a project's texts, and how many may be sent a day. */
export default function LimitsForm() {
  const say = useMessageWords()
  const id = useId()
  const query = useCall(messageCalls.listKinds, {})
  const save = useAction(messageCalls.saveConfig, { quiet: true })
  const maySave = useMay(messageCalls.saveConfig)
  const needed = [{ required: true, message: say('mustFill') }]
  return (
    <Card size="small" style={{ maxWidth: 560 }}>
      <Loaded query={query}>
        {({ smsSign, dailySms, dailyToNumber, usedSms }) => (
          <FormPage<InputOf<typeof messageCalls.saveConfig>, unknown>
            name={id}
            values={{ smsSign, dailySms, dailyToNumber }}
            isReadOnly={!maySave}
            onlyChanged
            onSave={(values) => save.mutateAsync(values)}
            success={say('saved')}
          >
            <Form.Item name="smsSign" label={say('smsSign')} extra={say('smsSignHint')}>
              <Input maxLength={20} />
            </Form.Item>
            <Form.Item
              name="dailySms"
              label={say('dailySms')}
              extra={say('dailySmsHint', { used: usedSms })}
              rules={needed}
            >
              <InputNumber min={0} max={1_000_000} precision={0} style={{ width: 160 }} />
            </Form.Item>
            <Form.Item
              name="dailyToNumber"
              label={say('dailyToNumber')}
              extra={say('dailyToNumberHint')}
              rules={needed}
            >
              <InputNumber min={1} max={100} precision={0} style={{ width: 160 }} />
            </Form.Item>
          </FormPage>
        )}
      </Loaded>
    </Card>
  )
}
