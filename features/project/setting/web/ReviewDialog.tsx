import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import { useState } from 'react'
import type { OutputOf } from '../../../../contract/call.ts'
import { useAction, useCall } from '../../../../web/client.ts'
import { dateTime } from '../../../../web/format.ts'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { notify } from '../../../../web/notice.ts'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { momentOfText } from '../../../../web/wallTime.ts'
import { useProposed } from '../../../approval/web/useProposed.ts'
import { settingCalls } from '../contract.ts'
import type { SettingChanges } from '../../contract.ts'
import { takesTwo } from '../rules.ts'
import { useSettingWords } from './settingWords.ts'
import { useShowValue } from './showValue.ts'
import { useSettingPageWords } from './words.ts'

interface Fields {
  when: 'now' | 'later'
  at?: string
  reason: string
}

/** Dialog of a change before it is saved: its meaning, for how many, from when, and why. */
export function ReviewDialog({
  changes,
  seen,
  onClose,
  onSaved,
}: {
  changes: SettingChanges
  seen: number
  onClose: () => void
  /** True if what was typed does not hold yet: it is scheduled, or waits for a second person. */
  onSaved: (isPending: boolean) => void
}) {
  const say = useSettingPageWords()
  const name = useSettingWords()
  const proposed = useProposed()
  const show = useShowValue()
  const [form] = Form.useForm<Fields>()
  const [from, setFrom] = useState<string>()
  const when = Form.useWatch('when', form) ?? 'now'
  const schedule = from && Date.parse(from) > Date.now() ? { effectiveFrom: from } : {}
  const preview = useCall(settingCalls.previewSetting, { changes, ...schedule }, { keep: true, staleTime: 0 })
  const save = useAction(settingCalls.saveSetting, { quiet: true })
  const startOf = ({ when, at = '' }: Fields) => (when === 'later' ? momentOfText(at) : undefined)
  return (
    <FormDialog<Fields, OutputOf<typeof settingCalls.saveSetting>>
      name="review"
      form={form}
      size="middle"
      title={say('reviewTitle')}
      submit={say('confirm')}
      values={{ when: 'now', reason: '' }}
      inputs={{ effectiveFrom: 'at' }}
      onValuesChange={(_, fields) => setFrom(startOf(fields))}
      onSave={(fields) => {
        const effectiveFrom = startOf(fields)
        return save.mutateAsync({
          changes,
          reason: fields.reason.trim(),
          seen,
          ...(effectiveFrom ? { effectiveFrom } : {}),
        })
      }}
      onSaved={({ id, proposals }, fields) => {
        const effectiveFrom = startOf(fields)
        const saved = effectiveFrom ? say('savedLater', { when: dateTime(effectiveFrom) }) : say('saved')
        if (id) notify('success', saved)
        if (proposals.length > 0) proposed()
        onSaved(fields.when === 'later' || proposals.length > 0)
      }}
      onClose={onClose}
    >
      <Loaded query={preview}>
        {({ differences, overridden }) => (
          <>
            <ul className="setting-effects k-stack k-list">
              {differences.map(({ key, before, after, effect }) => (
                <li key={key}>
                  <b>{name(key)}</b>
                  <span>
                    {show(key, before)} → {show(key, after)}
                  </span>
                  <em>{effect ? say(effect.kind, { count: effect.count }) : say('effectNone')}</em>
                  {takesTwo({ key, before, after }) && <em>{say('takesTwo')}</em>}
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
    </FormDialog>
  )
}
