import Checkbox from 'antd/es/checkbox'
import DatePicker from 'antd/es/date-picker'
import Form from 'antd/es/form'
import InputNumber from 'antd/es/input-number'
import Radio from 'antd/es/radio'
import Select from 'antd/es/select'
import type { Dayjs } from 'dayjs'
import { useAction } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { momentOf } from '../../../web/wallTime.ts'
import { scoreCalls, type ScoredExam } from '../contract.ts'
import { scoreLimits } from '../rules.ts'
import { useExamsQuery } from './exams.ts'
import { useScoreWords } from './words.ts'

interface Values {
  signUpId: string | undefined
  subjectIds: string[]
  when: 'now' | 'later'
  at: Dayjs | null
  appealDays: number
}

/** Publishes the scores of subjects of an exam now or at a time, with the days in which people may appeal. */
export default function PublishDialog({
  examId,
  onClose,
}: {
  /** The exam that the list shows. */
  examId: string | undefined
  onClose: () => void
}) {
  const say = useScoreWords()
  const query = useExamsQuery('signUp')
  const exams = query.data?.list ?? []
  const [form] = Form.useForm<Values>()
  const publish = useAction(scoreCalls.publish, { quiet: true })
  const needed = [{ required: true, message: say('mustFill') }]
  return (
    <FormDialog<Values, null>
      name="publish-scores"
      title={say('publishTitle')}
      submit={say('publish')}
      form={form}
      query={query}
      values={{
        signUpId: exams.find(({ id }) => id === examId)?.id,
        subjectIds: [],
        when: 'now',
        at: null,
        appealDays: scoreLimits.usualAppealDays,
      }}
      onValuesChange={({ signUpId }) => signUpId && form.setFieldValue('subjectIds', [])}
      onSave={({ signUpId, subjectIds, when, at, appealDays }) =>
        publish.mutateAsync({
          signUpId: signUpId!,
          subjectIds,
          appealDays,
          ...(when === 'later' && at && { publishAt: momentOf(at) }),
        })
      }
      inputs={{ publishAt: 'at' }}
      success={say('publishDone')}
      onClose={onClose}
    >
      <p>{say('publishHint')}</p>
      <Form.Item name="signUpId" label={say('examFilter')} rules={needed}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={say('pleaseChoose')}
          options={exams.map(({ id, title }) => ({ value: id, label: title }))}
        />
      </Form.Item>
      <Subjects exams={exams} />
      <Form.Item name="when" label={say('when')}>
        <Radio.Group
          options={(['now', 'later'] as const).map((value) => ({ value, label: say(`when_${value}`) }))}
        />
      </Form.Item>
      <PublishTime />
      <Form.Item name="appealDays" label={say('appealDays')} extra={say('appealDaysHint')} rules={needed}>
        <InputNumber min={0} max={scoreLimits.appealDays} precision={0} />
      </Form.Item>
    </FormDialog>
  )
}

/** The subjects of the chosen exam, of which those are chosen that have scores and are not published. */
function Subjects({ exams }: { exams: readonly ScoredExam[] }) {
  const say = useScoreWords()
  const signUpId = Form.useWatch<string | undefined>('signUpId')
  const exam = exams.find(({ id }) => id === signUpId)
  if (!exam) return null
  if (!exam.subjects.some(({ isPublished, scores }) => !isPublished && scores > 0))
    return <p>{say('nothingToPublish')}</p>
  return (
    <Form.Item
      name="subjectIds"
      label={say('subjects')}
      rules={[{ required: true, type: 'array', message: say('pleaseChoose') }]}
    >
      <Checkbox.Group
        className="k-stack k-gap-2"
        options={exam.subjects.map(({ id, name, scores, seats, publishAt, isPublished }) => ({
          value: id,
          disabled: isPublished || scores === 0,
          label: isPublished
            ? say('subjectPublished', { name })
            : publishAt
              ? say('subjectPlanned', { name, scores, seats, time: dateTime(publishAt) })
              : say('subjectFacts', { name, scores, seats }),
        }))}
      />
    </Form.Item>
  )
}

/** The time of a publication to come. */
function PublishTime() {
  const say = useScoreWords()
  const when = Form.useWatch<Values['when'] | undefined>('when')
  if (when !== 'later') return null
  return (
    <Form.Item name="at" label={say('time')} rules={[{ required: true, message: say('mustFill') }]}>
      <DatePicker
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        disabledDate={(day) => momentOf(day.endOf('day')) < new Date().toISOString()}
      />
    </Form.Item>
  )
}
