import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import Form from 'antd/es/form'
import Modal from 'antd/es/modal'
import Result from 'antd/es/result'
import Skeleton from 'antd/es/skeleton'
import Space from 'antd/es/space'
import { useState } from 'react'
import { CallRefused, notifyRefusal, send, useAction, useCall } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { useRevision } from '../../../web/shell/useRevision.tsx'
import { useUnsaved } from '../../../web/shell/unsaved.ts'
import { courseCalls, type CourseDetail } from '../contract.ts'
import { type CourseFields, CourseInputs } from './CourseInputs.tsx'
import { useCourseWords } from './words.ts'

/** Makes a course (`new`, in a folder) or changes one; asks before unsaved changes are lost. */
export function CourseDrawer({
  id,
  folder,
  mayChange,
  onClose,
}: {
  id: string | null
  folder: string | null
  /** Without it the course is there to be read. */
  mayChange: boolean
  onClose: () => void
}) {
  const say = useCourseWords()
  const isNew = id === 'new'
  const query = useCall(courseCalls.get, { id: id ?? '' }, { enabled: id !== null && !isNew, staleTime: 0 })
  const [dirty, setDirty] = useState(false)
  const [asking, setAsking] = useState(false)
  useUnsaved(dirty)

  function close() {
    setDirty(false)
    setAsking(false)
    onClose()
  }

  return (
    <Drawer
      open={id !== null}
      onClose={() => (dirty ? setAsking(true) : close())}
      size="min(640px, 100vw)"
      title={say(isNew ? 'create' : mayChange ? 'edit' : 'view')}
      destroyOnHidden
    >
      {!isNew && query.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {!isNew && query.isError && (
        <Result
          status="error"
          title={say('failed')}
          subTitle={query.error.message}
          extra={<Button onClick={() => void query.refetch()}>{say('retry')}</Button>}
        />
      )}
      {(isNew || query.data) && (
        <CourseForm
          key={id}
          course={isNew ? null : query.data!}
          folder={folder}
          mayChange={mayChange}
          isDirty={dirty}
          onDirty={setDirty}
          onCancel={() => (dirty ? setAsking(true) : close())}
          onSaved={close}
        />
      )}
      <Modal
        open={asking}
        title={say('leaveConfirm')}
        okText={say('leave')}
        cancelText={say('stay')}
        okButtonProps={{ danger: true }}
        onOk={close}
        onCancel={() => setAsking(false)}
      />
    </Drawer>
  )
}

function fieldsOf(course: CourseDetail | null, folder: string | null): CourseFields {
  return {
    name: course?.name ?? '',
    categoryId: course ? (course.categoryId ?? '') : (folder ?? ''),
    teacherName: course?.teacherName ?? '',
    teacherIntroduction: course?.teacherIntroduction ?? '',
    introduction: course?.introduction ?? '',
    hours: (course?.hoursTenths ?? 10) / 10,
    attribute: course?.attribute ?? 'required',
    items: course?.items ?? [],
  }
}

function CourseForm({
  course,
  folder,
  mayChange,
  isDirty,
  onDirty,
  onCancel,
  onSaved,
}: {
  course: CourseDetail | null
  folder: string | null
  mayChange: boolean
  isDirty: boolean
  onDirty: (isDirty: boolean) => void
  onCancel: () => void
  onSaved: () => void
}) {
  const say = useCourseWords()
  const [form] = Form.useForm<CourseFields>()
  const save = useAction(courseCalls.save, {
    quiet: true,
    onDone() {
      notify('success', say('saved'))
      onSaved()
    },
  })
  const read = (found: CourseDetail) => ({ revision: found.revision, values: fieldsOf(found, folder) })
  const edit = useRevision<CourseFields>({
    current: course && read(course),
    isDirty,
    typed: () => form.getFieldsValue(true),
    fill: (values) => form.setFieldsValue(values),
    onDiscard: () => onDirty(false),
    load: async () => read(await send(courseCalls.get, { id: course!.id })),
  })

  async function submit({ hours, categoryId, items, ...fields }: CourseFields) {
    try {
      await save.mutateAsync({
        ...(course ? { id: course.id, revision: edit.revision! } : {}),
        ...fields,
        categoryId: categoryId || null,
        hoursTenths: Math.round(hours * 10),
        items: items.map(({ resourceId, title }) => ({ resourceId, title })),
      })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      if (!edit.refused(error)) notifyRefusal(error)
    }
  }

  return (
    <Form<CourseFields>
      name="course"
      form={form}
      layout="vertical"
      scrollToFirstError
      disabled={!mayChange}
      initialValues={fieldsOf(course, folder)}
      onValuesChange={() => onDirty(true)}
      onFinish={(values) => void submit(values)}
    >
      {edit.notice}
      {course?.isFixed && <Alert type="info" title={say('fixed')} style={{ marginBottom: 16 }} />}
      {course && course.classes.length > 0 && (
        <p>{say('classes', { names: course.classes.map((one) => one.name).join(say('comma')) })}</p>
      )}
      <CourseInputs fixed={!mayChange || (course?.isFixed ?? false)} />
      {mayChange && (
        <Space>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {say('save')}
          </Button>
          <Button onClick={onCancel}>{say('cancel')}</Button>
        </Space>
      )}
    </Form>
  )
}
