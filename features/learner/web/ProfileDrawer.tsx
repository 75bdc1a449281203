import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import Skeleton from 'antd/es/skeleton'
import Space from 'antd/es/space'
import { useState } from 'react'
import { isMobile } from '../../../contract/identity.ts'
import { send, useAction, useCall } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { useGuardedForm } from '../../../web/shell/leave.ts'
import { type StudentDetail, studentManageCalls } from '../../student/manage/contract.ts'
import { type EditableKey, editableFields } from '../../student/manage/rules.ts'
import { useFieldValue } from './useFieldValue.ts'
import { useLearnerWords } from './words.ts'

type Fields = Partial<Record<EditableKey, string>>

/** Changes fields of a learner's profile; of two editors one sees what the other changed, and decides. */
export function ProfileDrawer({
  learner,
  onClose,
}: {
  learner: { accountId: string; name: string } | null
  onClose: () => void
}) {
  const say = useLearnerWords()
  const guard = useGuardedForm(onClose, learner !== null)
  const query = useCall(
    studentManageCalls.getStudentDetail,
    { accountId: learner?.accountId ?? '' },
    { enabled: learner !== null, staleTime: 0 },
  )
  // Opened on what is there now, not on what was there when the list was drawn.
  const fresh = query.data?.id === learner?.accountId && !query.isFetching ? query.data : undefined
  const [opened, setOpened] = useState<StudentDetail | null>(null)
  if (learner && fresh && opened?.id !== learner.accountId) setOpened(fresh)
  return (
    <Drawer
      open={learner !== null}
      onClose={guard.leave}
      afterOpenChange={(open) => {
        if (open) return
        guard.forget()
        setOpened(null)
      }}
      size="min(600px, 100vw)"
      title={say('editTitle', { name: learner?.name ?? '' })}
      destroyOnHidden
    >
      {learner && opened?.id === learner.accountId ? (
        <ProfileForm
          key={opened.id}
          first={opened}
          onNote={guard.note}
          onCancel={guard.leave}
          onSaved={() => {
            notify('success', say('saved'))
            onClose()
          }}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Drawer>
  )
}

const valuesOf = ({ profile }: StudentDetail): Fields =>
  Object.fromEntries(Object.entries(profile).map(([key, value]) => [key, value ?? '']))

function ProfileForm({
  first,
  onNote,
  onCancel,
  onSaved,
}: {
  first: StudentDetail
  onNote: () => void
  onCancel: () => void
  onSaved: () => void
}) {
  const say = useLearnerWords()
  const { nameOf, valueOf, choices } = useFieldValue()
  const [form] = Form.useForm<Fields>()
  const [base, setBase] = useState(first)
  const [conflict, setConflict] = useState<{ text: string; now: StudentDetail } | null>(null)
  const save = useAction(studentManageCalls.updateStudentInfo, { quiet: true })

  async function submit(typed: Fields, over: StudentDetail = base) {
    const { mobile, ...rest } = typed
    const before = valuesOf(base)
    const changed = Object.entries(rest).filter(
      ([key, value]) => (value ?? '') !== before[key as EditableKey],
    )
    try {
      await save.mutateAsync({
        accountId: over.id,
        version: over.version,
        ...Object.fromEntries(changed.map(([key, value]) => [key, value?.trim() || null])),
        ...(mobile?.trim() ? { mobile: mobile.trim() } : {}),
      })
      onSaved()
    } catch (error) {
      const { respCode, field, message } = error as { respCode?: number; field?: string; message: string }
      if (respCode === 409) {
        const now = await send(studentManageCalls.getStudentDetail, { accountId: base.id })
        return setConflict({ text: message, now })
      }
      if (!field) return notify('error', message)
      form.setFields([{ name: field as EditableKey, errors: [message] }])
      form.scrollToField(field, { focus: true })
    }
  }

  return (
    <Form<Fields>
      name="profile"
      form={form}
      layout="vertical"
      scrollToFirstError={{ focus: true }}
      initialValues={valuesOf(first)}
      onValuesChange={onNote}
      onFinish={(typed) => void submit(typed)}
    >
      <Alert type="info" title={say('editHint')} style={{ marginBottom: 16 }} />
      {conflict && (
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
            setConflict(null)
            void submit(form.getFieldsValue(), conflict.now)
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
                extra: say('mobileKeep', { mask: base.mobileMask ?? say('empty') }),
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
      <Space>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {say('save')}
        </Button>
        <Button onClick={onCancel}>{say('cancel')}</Button>
      </Space>
    </Form>
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
