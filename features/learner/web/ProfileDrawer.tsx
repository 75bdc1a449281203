import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import Space from 'antd/es/space'
import { useRef, useState } from 'react'
import { isMobile } from '../../../contract/identity.ts'
import { CallRefused, send, useAction, useCall } from '../../../web/client.ts'
import { FormDrawer } from '../../../web/shell/FormDrawer.tsx'
import { type StudentDetail, studentManageCalls } from '../../student/manage/contract.ts'
import { type EditableKey, editableFields } from '../../student/manage/rules.ts'
import { useFieldValue } from './useFieldValue.ts'
import { useLearnerWords } from './words.ts'

type Fields = Partial<Record<EditableKey, string>>

const valuesOf = ({ profile }: StudentDetail): Fields =>
  Object.fromEntries(Object.entries(profile).map(([key, value]) => [key, value ?? '']))

/** Changes fields of a learner's profile. */
export function ProfileDrawer({
  learner,
  onClose,
}: {
  learner: { accountId: string; name: string } | null
  onClose: () => void
}) {
  return learner && <ProfileForm key={learner.accountId} learner={learner} onClose={onClose} />
}

/** Of two editors one sees what the other changed, and decides. */
function ProfileForm({
  learner: { accountId, name },
  onClose,
}: {
  learner: { accountId: string; name: string }
  onClose: () => void
}) {
  const say = useLearnerWords()
  const { nameOf, valueOf, choices } = useFieldValue()
  const [form] = Form.useForm<Fields>()
  const query = useCall(studentManageCalls.getStudentDetail, { accountId }, { staleTime: 0 })
  const [given, setBase] = useState<StudentDetail | null>(null)
  const [conflict, setConflict] = useState<{ text: string; now: StudentDetail } | null>(null)
  // Whose changes the reader has seen, and saves over.
  const over = useRef<StudentDetail>(null)
  const save = useAction(studentManageCalls.updateStudentInfo, { quiet: true })
  if (!given && query.data && !query.isFetching) setBase(query.data)
  const base = given ?? query.data

  async function submit({ mobile, ...rest }: Fields) {
    const before = valuesOf(base!)
    const changed = Object.entries(rest).filter(
      ([key, value]) => (value ?? '') !== before[key as EditableKey],
    )
    try {
      return await save.mutateAsync({
        accountId,
        version: (over.current ?? base!).version,
        ...Object.fromEntries(changed.map(([key, value]) => [key, value?.trim() || null])),
        ...(mobile?.trim() ? { mobile: mobile.trim() } : {}),
      })
    } catch (error) {
      if (error instanceof CallRefused && error.respCode === 409) {
        setConflict({
          text: error.message,
          now: await send(studentManageCalls.getStudentDetail, { accountId }),
        })
      }
      throw error
    }
  }

  return (
    <FormDrawer<Fields, unknown>
      name="profile"
      form={form}
      title={say('editTitle', { name })}
      query={query}
      values={base ? valuesOf(base) : {}}
      onSave={submit}
      success={say('saved')}
      onClose={onClose}
    >
      <Alert type="info" title={say('editHint')} style={{ marginBottom: 16 }} />
      {conflict && base && (
        <Conflict
          text={conflict.text}
          lines={changesOf(base, conflict.now).map(({ key, before, after }) =>
            say('conflictLine', {
              field: nameOf(key),
              before: valueOf(key, before) || say('empty'),
              after: valueOf(key, after) || say('empty'),
            }),
          )}
          onTheirs={() => {
            form.setFieldsValue(valuesOf(conflict.now))
            setBase(conflict.now)
            setConflict(null)
          }}
          onMine={() => {
            over.current = conflict.now
            setConflict(null)
            form.submit()
          }}
        />
      )}
      {editableFields.map((field) => (
        <Form.Item
          key={field.key}
          name={field.key}
          label={nameOf(field.key)}
          {...(field.key === 'mobile'
            ? {
                extra: say('mobileKeep', { mask: base?.mobileMask ?? say('empty') }),
                rules: [
                  {
                    validator: async (_: unknown, value?: string) => {
                      if (value?.trim() && !isMobile(value.trim())) throw new Error(say('wrongMobile'))
                    },
                  },
                ],
              }
            : {})}
        >
          {'list' in field ? (
            <Select allowClear options={choices(field.list)} />
          ) : (
            <Input
              maxLength={'maxLength' in field ? field.maxLength : 40}
              autoComplete="off"
              {...(field.kind === 'date' ? { type: 'date' } : {})}
            />
          )}
        </Form.Item>
      ))}
    </FormDrawer>
  )
}

/** Fields that another changed between two states of a profile. */
function changesOf(before: StudentDetail, after: StudentDetail) {
  const keys = Object.keys(after.profile) as (keyof StudentDetail['profile'])[]
  return keys
    .filter((key) => before.profile[key] !== after.profile[key])
    .map((key) => ({ key, before: before.profile[key], after: after.profile[key] }))
}

function Conflict({
  text,
  lines,
  onTheirs,
  onMine,
}: {
  text: string
  lines: string[]
  onTheirs: () => void
  onMine: () => void
}) {
  const say = useLearnerWords()
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 16 }}
      title={say('conflict')}
      description={
        <>
          <p>{text}</p>
          <ul style={{ paddingInlineStart: 18 }}>
            {(lines.length > 0 ? lines : [say('conflictSame')]).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <Space wrap>
            <Button onClick={onTheirs}>{say('useTheirs')}</Button>
            <Button danger onClick={onMine}>
              {say('keepMine')}
            </Button>
          </Space>
        </>
      }
    />
  )
}
