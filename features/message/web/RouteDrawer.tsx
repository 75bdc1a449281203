import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import Switch from 'antd/es/switch'
import { useId, useState } from 'react'
import { send, useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { FormDrawer } from '../../../web/shell/form/FormDrawer.tsx'
import { useBilingual } from '../../../web/words.ts'
import { type MessageKindRow, messageCalls } from '../contract.ts'
import { isOnUnset, type MessageChannel, placesOf } from '../rules.ts'
import { useMessageWords } from './words.ts'

interface Values {
  isEnabled: boolean
  templateId: string
  slots: Record<string, string>
}

/** Drawer for the route of a kind through a channel: whether it is on, its template, and its places. */
export default function RouteDrawer({
  row,
  channel,
  onClose,
}: {
  row: MessageKindRow
  channel: MessageChannel
  onClose: () => void
}) {
  const say = useMessageWords()
  const pick = useBilingual()
  const id = useId()
  const [form] = Form.useForm<Values>()
  const route = row.routes.find((each) => each.channel === channel)
  const [template, setTemplate] = useState(route?.template ?? null)
  const [isReading, setReading] = useState(false)
  const save = useAction(messageCalls.saveRoute, { quiet: true })
  const test = useAction(messageCalls.sendTest, { onDone: () => notify('success', say('tested')) })
  const places = template ? placesOf(template) : []
  const kind = pick(row.title.zh, row.title.en)
  const channelName = say(channel === 'wechat' ? 'wechatMessage' : channel)

  const typedId = () => (form.getFieldValue('templateId') as string | undefined)?.trim()
  async function read() {
    const templateId = typedId()
    if (!templateId || channel === 'mail') return
    setReading(true)
    try {
      const found = await send(messageCalls.readTemplate, { channel, templateId })
      // Another id was typed meanwhile, which this template is not of.
      if (typedId() !== templateId) return
      setTemplate(found.text)
      const known = (form.getFieldValue('slots') ?? {}) as Record<string, string>
      // What has the name of a parameter is most likely that.
      const guessed = found.places
        .filter((place) => row.params.some(({ param }) => param === place))
        .map((place) => [place, place])
      form.setFieldValue('slots', { ...Object.fromEntries(guessed), ...known })
    } catch {
      // Shown as a notice.
    } finally {
      setReading(false)
    }
  }
  return (
    <FormDrawer<Values, unknown>
      name={id}
      form={form}
      title={say('routeTitle', { kind, channel: channelName })}
      values={{
        isEnabled: route?.isEnabled ?? isOnUnset(row.group, channel),
        templateId: route?.templateId ?? '',
        slots: Object.fromEntries((route?.slots ?? []).map(({ place, param }) => [place, param])),
      }}
      onSave={({ isEnabled, templateId, slots }) =>
        save.mutateAsync({
          kind: row.kind,
          channel,
          isEnabled,
          ...(channel === 'mail' || !templateId?.trim()
            ? {}
            : {
                templateId: templateId.trim(),
                slots: places.flatMap((place) => (slots[place] ? [{ place, param: slots[place] }] : [])),
              }),
        })
      }
      success={say('saved')}
      onClose={onClose}
    >
      <Form.Item label={say('words')}>
        <p style={{ margin: 0 }}>{pick(row.text.zh, row.text.en)}</p>
      </Form.Item>
      <Form.Item name="isEnabled" label={say('send')} valuePropName="checked">
        <Switch />
      </Form.Item>
      {channel !== 'mail' && (
        <>
          <Form.Item name="templateId" label={say('templateId')} extra={say('templateHint')}>
            <Input maxLength={64} onChange={() => setTemplate(null)} />
          </Form.Item>
          <Button loading={isReading} onClick={() => void read()} style={{ marginBottom: 24 }}>
            {say('readTemplate')}
          </Button>
          {template && (
            <Alert type="info" title={say('template')} description={template} style={{ marginBottom: 24 }} />
          )}
          {places.map((place) => (
            <Form.Item
              key={place}
              name={['slots', place]}
              label={say('place', { place })}
              rules={[{ required: true, message: say('mustFill') }]}
            >
              <Select
                options={row.params.map(({ param, name }) => ({
                  value: param,
                  label: pick(name.zh, name.en),
                }))}
              />
            </Form.Item>
          ))}
        </>
      )}
      {route?.isEnabled && (
        <Button loading={test.isPending} onClick={() => test.mutate({ kind: row.kind, channel })}>
          {say('test')}
        </Button>
      )}
    </FormDrawer>
  )
}
