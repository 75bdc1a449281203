import Card from 'antd/es/card'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import type { OutputOf } from '../../../contract/call.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Loaded } from '../../../web/kit/Loaded.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { Note } from '../../../web/shell/control/Note.tsx'
import { FormPage } from '../../../web/shell/form/FormPage.tsx'
import { useBilingual } from '../../../web/words.ts'
import { pushCalls } from '../contract.ts'
import {
  type FieldMapping,
  hourUnitNames,
  hourUnits,
  type PushField,
  pushFieldNames,
  pushFields,
} from '../rules.ts'
import { useCauseText } from './causeText.ts'
import './Push.css'
import { usePushWords } from './words.ts'

type Content = OutputOf<typeof pushCalls.findReceiver>['content']
type Values = Content & { secret?: string }

/** Settings of the outside system that results are pushed to: its address, its secret, its fields, and a test. */
export function ReceiverCard() {
  const say = usePushWords()
  const query = useCall(pushCalls.findReceiver, {}, { staleTime: 0 })
  return (
    <Card size="small" title={say('receiver')}>
      <p className="setting-help">{say('receiverHelp')}</p>
      <Loaded query={query}>
        {({ content, version, hasSecret, restsUntil }) => (
          <div className="k-stack k-gap-4">
            {restsUntil && <Note type="warning" title={say('resting', { time: dateTime(restsUntil) })} />}
            <ReceiverForm
              {...{ content, version, hasSecret }}
              load={async () => {
                const { data } = await query.refetch({ throwOnError: true })
                return { revision: data!.version, values: data!.content }
              }}
            />
            {content.address !== '' && <TestPart key={version} />}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function ReceiverForm({
  content,
  version,
  hasSecret,
  load,
}: {
  content: Content
  version: number
  hasSecret: boolean
  load: () => Promise<{ revision: number; values: Values }>
}) {
  const say = usePushWords()
  const pick = useBilingual()
  const [form] = Form.useForm<Values>()
  const save = useAction(pushCalls.saveReceiver, { quiet: true })
  const fields = Form.useWatch('fields', form) ?? content.fields
  const personal = fields
    .map((mapped) => mapped?.field)
    .filter((field): field is PushField => field !== undefined && 'isPersonal' in pushFields[field])
    .map((field) => pick(pushFields[field].zh, pushFields[field].en))
  return (
    <FormPage<Values, null>
      name="push-receiver"
      className="config-form"
      form={form}
      values={content}
      revised={{ revision: version, load }}
      onlyChanged
      success={say('saved')}
      onSave={async ({ secret, ...given }, revision) => {
        const saved = await save.mutateAsync({
          content: { ...given, address: given.address.trim() },
          ...(secret ? { secret } : {}),
          version: revision!,
        })
        form.resetFields(['secret'])
        return saved
      }}
    >
      <Form.Item
        name="address"
        label={say('receiverAddress')}
        extra={say('receiverAddressHint')}
        rules={[{ pattern: /^\s*(https?:\/\/\S+)?\s*$/, message: say('wrongAddress') }]}
      >
        <Input type="url" maxLength={300} placeholder="https://" autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="secret"
        label={say('secret')}
        extra={say(hasSecret ? 'secretKept' : 'secretNew')}
        rules={[{ pattern: /^[\x21-\x7e]{16,200}$/, message: say('wrongSecret') }]}
      >
        <Input.Password
          autoComplete="off"
          visibilityToggle={false}
          maxLength={200}
          placeholder={hasSecret ? '••••••••' : ''}
        />
      </Form.Item>
      <Form.Item name="hourUnit" label={say('hourUnit')}>
        <Select
          options={hourUnits.map((value) => ({
            value,
            label: pick(hourUnitNames[value].zh, hourUnitNames[value].en),
          }))}
        />
      </Form.Item>
      <Form.Item label={say('fields')} extra={say('fieldsHelp')}>
        <FieldList />
      </Form.Item>
      {personal.length > 0 && (
        <Note type="warning" title={say('personal', { names: personal.join(say('comma')) })} />
      )}
    </FormPage>
  )
}

/** Fields that are pushed, each with the receiver's name for it. */
function FieldList() {
  const say = usePushWords()
  const pick = useBilingual()
  const mapped = Form.useWatch<FieldMapping[] | undefined>('fields') ?? []
  const unused = pushFieldNames.filter((field) => mapped.every((one) => one?.field !== field))
  // What identifies a person is pushed only where somebody chose it.
  const next = unused.find((field) => !('isPersonal' in pushFields[field])) ?? unused[0]
  return (
    <Form.List name="fields">
      {(rows, list) => (
        <div className="k-stack k-gap-2">
          {rows.map(({ key, name: place }) => (
            <div key={key} className="push-field">
              <Form.Item name={[place, 'field']}>
                <Select
                  aria-label={`${say('field')} ${place + 1}`}
                  options={pushFieldNames.map((value) => ({
                    value,
                    label: pick(pushFields[value].zh, pushFields[value].en),
                  }))}
                />
              </Form.Item>
              <Form.Item
                name={[place, 'key']}
                rules={[
                  { required: true, message: say('mustFill') },
                  { pattern: /^[A-Za-z][A-Za-z0-9_.-]{0,39}$/, message: say('wrongName') },
                ]}
              >
                <Input aria-label={`${say('fieldName')} ${place + 1}`} maxLength={40} />
              </Form.Item>
              <Button
                aria-label={`${say('remove')} ${say('fieldName')} ${place + 1}`}
                onClick={() => list.remove(place)}
              >
                {say('remove')}
              </Button>
            </div>
          ))}
          <Button
            block
            type="dashed"
            disabled={rows.length >= pushFieldNames.length}
            onClick={() => list.add({ field: next, key: next })}
          >
            {say('addField')}
          </Button>
        </div>
      )}
    </Form.List>
  )
}

/** Test of the saved settings, with what the receiver answered. */
function TestPart() {
  const say = usePushWords()
  const causeText = useCauseText()
  const test = useAction(pushCalls.testReceiver)
  const { data } = test
  return (
    <div className="k-stack k-gap-2">
      <p className="setting-help">{say('testHelp')}</p>
      <div>
        <Button loading={test.isPending} onClick={() => test.mutate({})}>
          {say('testing')}
        </Button>
      </div>
      {data && (
        <Note
          type={data.cause === null ? 'success' : 'warning'}
          title={say(data.cause === null ? 'taken' : 'notTaken')}
          description={
            <>
              <div>
                {data.cause === null ? say('httpStatus', { status: data.status! }) : causeText(data)} ·{' '}
                {say('millis', { ms: data.ms })}
              </div>
              {data.excerpt && <code className="push-answer">{data.excerpt}</code>}
            </>
          }
        />
      )}
    </div>
  )
}
