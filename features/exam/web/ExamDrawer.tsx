import Button from 'antd/es/button'
import DatePicker from 'antd/es/date-picker'
import Drawer from 'antd/es/drawer'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Modal from 'antd/es/modal'
import Radio from 'antd/es/radio'
import Space from 'antd/es/space'
import { useState } from 'react'
import { CallRefused, notifyRefusal, send, useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { useRevision } from '../../../web/shell/useRevision.tsx'
import { useUnsaved } from '../../../web/shell/unsaved.ts'
import { showRules } from '../attempt/contract.ts'
import { type Exam, examCalls } from '../contract.ts'
import { PaperSelect } from '../paper/web/PaperSelect.tsx'
import { type ExamValues, inputOfExam, valuesOfExam } from './examValues.ts'
import { useExamWords } from './words.ts'

/** Fields of the contract that the form calls otherwise. */
const formNames: Record<string, keyof ExamValues> = {
  openFrom: 'period',
  openTo: 'period',
  requiredProgress: 'progress',
}

/** Writes the exam of a class, new or known; saves alone, or saves and publishes. */
export function ExamDrawer({
  classId,
  exam,
  mayPublish,
  onClose,
  onSaved,
}: {
  classId: string
  exam: Exam | null
  /** False while another exam is in force: replacing it is asked first, from the list. */
  mayPublish: boolean
  onClose: () => void
  onSaved: (examId: string) => void
}) {
  const say = useExamWords()
  const [form] = Form.useForm<ExamValues>()
  const [dirty, setDirty] = useState(false)
  const [asking, setAsking] = useState(false)
  const save = useAction(examCalls.saveExam, { quiet: true })
  const publish = useAction(examCalls.publish)
  const shows = Form.useWatch('showAnswers', form)
  const leave = () => (dirty ? setAsking(true) : onClose())
  useUnsaved(dirty)
  const read = (found: Exam) => ({ revision: found.revision, values: valuesOfExam(found, '') })
  const edit = useRevision<ExamValues>({
    current: exam && read(exam),
    isDirty: dirty,
    typed: () => form.getFieldsValue(true),
    fill: (values) => form.setFieldsValue(values as never),
    onDiscard: () => setDirty(false),
    async load() {
      const { list } = await send(examCalls.queryExamList, { examId: exam!.examId })
      return read(list[0] ?? exam!)
    },
  })

  async function submit(isPublishing: boolean) {
    const values = await form.validateFields().catch(() => null)
    if (!values) {
      const [first] = form.getFieldsError().filter((field) => field.errors.length > 0)
      if (first) form.scrollToField(first.name, { block: 'center' })
      return
    }
    let savedId: string | null = null
    try {
      const saved = await save.mutateAsync(
        inputOfExam(
          { ...edit.values, ...values },
          classId,
          exam && { examId: exam.examId, revision: edit.revision! },
        ),
      )
      savedId = saved.examId
      if (isPublishing) await publish.mutateAsync({ examId: saved.examId })
      notify('success', say(isPublishing ? 'published' : 'saved'))
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const name = error.field?.split('.')[0]
      if (savedId === null && !edit.refused(error)) notifyRefusal(error)
      if (savedId === null && name) {
        form.setFields([{ name: formNames[name] ?? (name as keyof ExamValues), errors: [error.message] }])
      }
    }
    if (savedId !== null) onSaved(savedId)
  }

  const busy = save.isPending || publish.isPending
  return (
    <Drawer
      open
      size="min(680px, 100vw)"
      title={say(exam ? 'editTitle' : 'create')}
      onClose={leave}
      footer={
        <Space wrap>
          {mayPublish && exam?.status !== 'active' && (
            <Button type="primary" loading={busy} onClick={() => void submit(true)}>
              {say('savePublish')}
            </Button>
          )}
          <Button
            type={!mayPublish || exam?.status === 'active' ? 'primary' : 'default'}
            loading={busy}
            onClick={() => void submit(false)}
          >
            {say('save')}
          </Button>
          <Button onClick={leave}>{say('cancel')}</Button>
        </Space>
      }
    >
      <Form<ExamValues>
        name="exam"
        form={form}
        layout="vertical"
        initialValues={valuesOfExam(exam, say('finalExam'))}
        onValuesChange={() => setDirty(true)}
      >
        {edit.notice}
        <Form.Item
          name="name"
          label={say('name')}
          rules={[{ required: true, whitespace: true, message: say('required') }]}
        >
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="paperId" label={say('paper')} rules={[{ required: true, message: say('required') }]}>
          <PaperSelect {...(exam ? { label: exam.paperName } : {})} />
        </Form.Item>
        <Space size="large" wrap align="start">
          <Form.Item
            name="attempts"
            label={say('attempts')}
            rules={[{ required: true, message: say('required') }]}
          >
            <InputNumber min={1} max={99} precision={0} />
          </Form.Item>
          <Form.Item
            name="makeUpAttempts"
            label={say('makeUp')}
            extra={say('makeUpHint')}
            rules={[{ required: true, message: say('required') }]}
          >
            <InputNumber min={0} max={99} precision={0} />
          </Form.Item>
          <Form.Item
            name="progress"
            label={say('requiredProgress')}
            rules={[{ required: true, message: say('required') }]}
          >
            <InputNumber min={0} max={100} precision={0} suffix="%" style={{ width: 120 }} />
          </Form.Item>
        </Space>
        <Form.Item name="period" label={say('period')} extra={say('periodHint')}>
          <DatePicker.RangePicker
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            allowEmpty
            style={{ width: '100%', maxWidth: 420 }}
          />
        </Form.Item>
        <Form.Item
          name="showAnswers"
          label={say('showAnswers')}
          extra={shows === 'after_close' ? say('closeHint') : undefined}
        >
          <Radio.Group options={showRules.map((value) => ({ value, label: say(value) }))} />
        </Form.Item>
        <Form.Item name="leaveLimit" label={say('leaveLimit')} extra={say('leaveHint')}>
          <InputNumber min={1} max={99} precision={0} />
        </Form.Item>
      </Form>
      <Modal
        open={asking}
        title={say('leaveConfirm')}
        okText={say('leave')}
        cancelText={say('stay')}
        okButtonProps={{ danger: true }}
        onOk={onClose}
        onCancel={() => setAsking(false)}
      />
    </Drawer>
  )
}
