import type { UseQueryResult } from '@tanstack/react-query'
import Card from 'antd/es/card'
import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Switch from 'antd/es/switch'
import { type CallRefused, useAction, useCall } from '../../../../web/client.ts'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import type { Read } from '../../../../web/revision.ts'
import { FormPage } from '../../../../web/shell/form/FormPage.tsx'
import { useBilingual } from '../../../../web/words.ts'
import { useSettings } from '../../web/settings.ts'
import { configCalls } from '../contract.ts'
import { useConfigWords } from './words.ts'

/** Reads a configuration again: what it says now, with its version. */
async function readAgain<C extends object>(
  query: UseQueryResult<{ content: C; version: number }, CallRefused>,
): Promise<Read<C>> {
  const { data } = await query.refetch({ throwOnError: true })
  return { revision: data!.version, values: data!.content }
}

/** Settings of the portal's operator, and of its pushes. */
export function Configs() {
  const say = useConfigWords()
  const pick = useBilingual()
  const { showClassType } = useSettings()
  const info = useCall(configCalls.findInfoConfig, {}, { staleTime: 0 })
  const push = useCall(configCalls.findPushConfig, {}, { staleTime: 0 })
  const saveInfo = useAction(configCalls.saveInfoConfig, { quiet: true })
  const savePush = useAction(configCalls.savePushConfig, { quiet: true })
  const line = (
    name: 'organiser' | 'phone' | 'email' | 'address' | 'serviceHours' | 'icp',
    maxLength: number,
    pattern?: RegExp,
  ) => (
    <Form.Item name={name} label={say(name)} rules={pattern ? [{ pattern, message: say('wrong') }] : []}>
      <Input maxLength={maxLength} />
    </Form.Item>
  )
  return (
    <div className="setting-groups k-stack k-gap-4">
      <Card size="small" title={say('info')}>
        <p className="setting-help">{say('infoHelp')}</p>
        <Loaded query={info}>
          {({ content, version }) => (
            <FormPage
              name="config-info"
              className="config-form"
              values={content}
              revised={{ revision: version, load: () => readAgain(info) }}
              onlyChanged
              success={say('saved')}
              onSave={(given, revision) => saveInfo.mutateAsync({ content: given, version: revision! })}
            >
              {line('organiser', 60)}
              {line('phone', 30, /^[0-9+()\- ]{5,30}$/)}
              {line('email', 80, /^[^@\s]+@[^@\s]+\.[A-Za-z]{2,}$/)}
              {line('address', 100)}
              {line('serviceHours', 60)}
              {line('icp', 60)}
            </FormPage>
          )}
        </Loaded>
      </Card>
      <Card size="small" title={say('push')}>
        <p className="setting-help">{say('pushHelp')}</p>
        <Loaded query={push}>
          {({ content, version }) => (
            <FormPage
              name="config-push"
              className="config-form"
              values={content}
              revised={{ revision: version, load: () => readAgain(push) }}
              onlyChanged
              success={say('saved')}
              onSave={(given, revision) => savePush.mutateAsync({ content: given, version: revision! })}
            >
              <Form.Item name="open" label={say('pushOpen')} valuePropName="checked">
                <Switch />
              </Form.Item>
              <Form.Item name="subjects" label={say('subjects')}>
                <Checkbox.Group
                  options={[
                    { value: 'pass', label: say('pass') },
                    { value: 'hours', label: say('hours') },
                  ]}
                />
              </Form.Item>
              <Form.Item name="classTypes" label={say('classTypes')} extra={say('classTypesHelp')}>
                <Checkbox.Group
                  options={showClassType.map((type) => ({
                    value: type.key,
                    label: pick(type.name, type.nameEn),
                  }))}
                />
              </Form.Item>
              <Form.Item name="retries" label={say('retries')}>
                <InputNumber min={0} max={20} precision={0} />
              </Form.Item>
            </FormPage>
          )}
        </Loaded>
      </Card>
    </div>
  )
}
