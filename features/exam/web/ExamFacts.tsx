import Descriptions from 'antd/es/descriptions'
import { dateTime } from '../../../web/format.ts'
import type { Exam } from '../contract.ts'
import { useExamWords } from './words.ts'

/** The rules of an exam and how many took it. */
export function ExamFacts({ exam }: { exam: Exam }) {
  const say = useExamWords()
  const from = exam.openFrom ? dateTime(exam.openFrom) : ''
  const to = exam.openTo ? dateTime(exam.openTo) : ''
  const period = from && to ? 'fromUntil' : from ? 'from' : to ? 'until' : 'always'
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, sm: 1, md: 2, lg: 2, xl: 3, xxl: 3 }}
      items={[
        { key: 'paper', label: say('paper'), children: exam.paperName },
        {
          key: 'facts',
          label: say('rules'),
          children: say('paperFacts', { total: exam.total, pass: exam.passScore, minutes: exam.minutes }),
        },
        {
          key: 'attempts',
          label: say('attempts'),
          children: say('attemptsFact', { attempts: exam.attempts, makeUp: exam.makeUpAttempts }),
        },
        {
          key: 'progress',
          label: say('requiredProgress'),
          children:
            exam.requiredProgress === 0
              ? say('noProgress')
              : say('progressFact', { percent: exam.requiredProgress / 100 }),
        },
        { key: 'period', label: say('period'), children: say(period, { from, to }) },
        { key: 'answers', label: say('showAnswers'), children: say(exam.showAnswers) },
        {
          key: 'leave',
          label: say('leaveLimit'),
          children: exam.leaveLimit === null ? say('noLeave') : say('leaveFact', { count: exam.leaveLimit }),
        },
      ]}
    />
  )
}
