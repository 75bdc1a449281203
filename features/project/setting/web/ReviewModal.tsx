import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import Radio from 'antd/es/radio'
import { useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { dateTime } from '../../../../web/format.ts'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { notify } from '../../../../web/notice.ts'
import { useGuardedForm } from '../../../../web/shell/leave.ts'
import { momentOfText } from '../../../../web/wallTime.ts'
import { settingCalls } from '../contract.ts'
import type { SettingChanges } from '../../contract.ts'
import { useSettingWords } from './settingWords.ts'
import { useShowValue } from './showValue.ts'
import { useSettingPageWords } from './words.ts'

interface Fields {
  when: 'now' | 'later'
  at?: string
  reason: string
}

/** What a change means and for how many, when it takes effect and why; only then it is saved. */
export function ReviewModal({
  changes,
  seen,
  onClose,
  onSaved,
}: {
  changes: SettingChanges
  seen: number
  onClose: () => void
  onSaved: (isLater: boolean) => void
}) {
  const say = useSettingPageWords()
  const name = useSettingWords()
  const show = useShowValue()
  const [form] = Form.useForm<Fields>()
  const [from, setFrom] = useState<string>()
  const when = Form.useWatch('when', form) ?? 'now'
  const guard = useGuardedForm(onClose)
  const asked = from && Date.parse(from) > Date.now() ? { effectiveFrom: from } : {}
  const preview = useCall(settingCalls.previewSetting, { changes, ...asked }, { keep: true, staleTime: 0 })
  const save = useAction(settingCalls.saveSetting)

  function submit({ at, reason }: Fields) {
    const effectiveFrom = when === 'later' ? momentOfText(at ?? '') : undefined
    save.mutate(
      { changes, reason: reason.trim(), seen, ...(effectiveFrom ? { effectiveFrom } : {}) },
      {
        onSuccess() {
          notify(
            'success',
            effectiveFrom ? say('savedLater', { when: dateTime(effectiveFrom) }) : say('saved'),
          )
          onSaved(effectiveFrom !== undefined)
        },
        onError({ field, message }) {
          if (field === 'effectiveFrom') form.setFields([{ name: 'at', errors: [message] }])
        },
      },
    )
  }

  return (
    <Modal
      open
      width={680}
      title={say('reviewTitle')}
      okText={say('confirm')}
      cancelText={say('cancel')}
      confirmLoading={save.isPending}
      onOk={form.submit}
      onCancel={guard.leave}
    >
      <Loaded query={preview}>
        {({ differences, overridden }) => (
          <>
            <ul className="setting-effects">
              {differences.map(({ key, before, after, effect }) => (
                <li key={key}>
                  <b>{name(key)}</b>
                  <span>
                    {show(key, before)} → {show(key, after)}
                  </span>
                  <em>{effect ? say(effect.kind, { count: effect.count }) : say('effectNone')}</em>
                </li>
              ))}
            </ul>
            {overridden.map(({ key, from: later }) => (
              <Alert
                key={key + later}
                type="warning"
                showIcon
                title={say('overridden', { when: dateTime(later), name: name(key) })}
              />
            ))}
          </>
        )}
      </Loaded>
      <Form<Fields>
        name="review"
        form={form}
        layout="vertical"
        initialValues={{ when: 'now', reason: '' }}
        scrollToFirstError={{ focus: true }}
        onValuesChange={(_, fields: Fields) => {
          guard.note()
          setFrom(fields.when === 'later' ? momentOfText(fields.at ?? '') : undefined)
        }}
        onFinish={submit}
      >
        <Form.Item name="when" label={say('when')}>
          <Radio.Group
            options={[
              { value: 'now', label: say('whenNow') },
              { value: 'later', label: say('whenLater') },
            ]}
          />
        </Form.Item>
        {when === 'later' && (
          <Form.Item
            name="at"
            label={say('whenLater')}
            extra={say('whenHint')}
            rules={[
              {
                validator: (_, typed?: string) =>
                  Date.parse(momentOfText(typed ?? '') ?? '') > Date.now()
                    ? Promise.resolve()
                    : Promise.reject(new Error(say('whenNeeded'))),
              },
            ]}
          >
            <Input type="datetime-local" style={{ maxWidth: 240 }} />
          </Form.Item>
        )}
        <Form.Item
          name="reason"
          label={say('reason')}
          extra={say('reasonHint')}
          rules={[{ required: true, whitespace: true, message: say('reasonNeeded') }]}
        >
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
