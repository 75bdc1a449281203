import DatePicker from 'antd/es/date-picker'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Radio from 'antd/es/radio'
import Space from 'antd/es/space'
import { notifyRefusal, send, useAction } from '../../../web/client.ts'
import { FormDrawer } from '../../../web/shell/form/FormDrawer.tsx'
import { type ShowRule, showRules } from '../attempt/contract.ts'
import { type Exam, examCalls } from '../contract.ts'
import { PaperSelect } from '../paper/web/PaperSelect.tsx'
import { type ExamValues, inputOfExam, valuesOfExam } from './examValues.ts'
import { useExamWords } from './words.ts'

/** Fields of the contract that the form calls otherwise. */
const formNames: Record<string, string> = {
  openFrom: 'period',
  openTo: 'period',
  requiredProgress: 'progress',
}

/** Creates or edits the exam of a class; saves it, or saves and publishes it. */
export function ExamDrawer({
  classId,
  exam,
  mayPublish,
  onClose,
  onSaved,
}: {
  classId: string
  exam: Exam | null
  /** False while another exam is in force: replacing it is confirmed first, from the list. */
  mayPublish: boolean
  onClose: () => void
  onSaved: (examId: string) => void
}) {
  const say = useExamWords()
  const save = useAction(examCalls.saveExam, { quiet: true })
  const publish = useAction(examCalls.publish, { quiet: true })

  async function load() {
    const { list } = await send(examCalls.queryExamList, { examId: exam!.examId })
    const found = list[0] ?? exam!
    return { revision: found.revision, values: valuesOfExam(found, '') }
  }
  async function saveAs(isPublishing: boolean, values: ExamValues, revision?: number) {
    const edited = exam && { examId: exam.examId, revision: revision! }
    const { examId } = await save.mutateAsync(inputOfExam(values, classId, edited))
    // The exam stays saved although publishing failed.
    const published = isPublishing && (await publish.mutateAsync({ examId }).catch(notifyRefusal))
    return { examId, isPublished: published === null }
  }

  return (
    <FormDrawer
      name="exam"
      size="middle"
      title={say(exam ? 'editTitle' : 'create')}
      values={valuesOfExam(exam, say('finalExam'))}
      revised={exam && { revision: exam.revision, load }}
      inputs={formNames}
      onSave={(values, revision) => saveAs(false, values, revision)}
      other={
        mayPublish &&
        exam?.status !== 'active' && {
          label: say('savePublish'),
          onSave: (values, revision) => saveAs(true, values, revision),
        }
      }
      success={({ isPublished }) => say(isPublished ? 'published' : 'saved')}
      onSaved={({ examId }) => onSaved(examId)}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={say('name')}
        rules={[{ required: true, whitespace: true, message: say('mustFill') }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="paperId" label={say('paper')} rules={[{ required: true, message: say('mustFill') }]}>
        <PaperSelect {...(exam ? { label: exam.paperName } : {})} />
      </Form.Item>
      <Space size="large" wrap align="start">
        <Form.Item
          name="attempts"
          label={say('attempts')}
          rules={[{ required: true, message: say('mustFill') }]}
        >
          <InputNumber min={1} max={99} precision={0} />
        </Form.Item>
        <Form.Item
          name="makeUpAttempts"
          label={say('makeUp')}
          extra={say('makeUpHint')}
          rules={[{ required: true, message: say('mustFill') }]}
        >
          <InputNumber min={0} max={99} precision={0} />
        </Form.Item>
        <Form.Item
          name="progress"
          label={say('requiredProgress')}
          rules={[{ required: true, message: say('mustFill') }]}
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
      <ShowAnswersInput />
      <Form.Item name="leaveLimit" label={say('leaveLimit')} extra={say('leaveHint')}>
        <InputNumber min={1} max={99} precision={0} />
      </Form.Item>
    </FormDrawer>
  )
}

function ShowAnswersInput() {
  const say = useExamWords()
  const shows = Form.useWatch<ShowRule | undefined>('showAnswers')
  return (
    <Form.Item
      name="showAnswers"
      label={say('showAnswers')}
      extra={shows === 'after_close' ? say('closeHint') : undefined}
    >
      <Radio.Group options={showRules.map((value) => ({ value, label: say(value) }))} />
    </Form.Item>
  )
}
