import Modal from 'antd/es/modal'
import Switch from 'antd/es/switch'
import { useState } from 'react'
import type { Question } from '../contract.ts'
import './Editor.css'
import { QuestionView } from './QuestionView.tsx'
import { useQuestionWords } from './words.ts'
import { dialogWidths } from '../../../web/shell/control/dialogSizes.ts'

type Shown = Pick<Question, 'content' | 'key'>

/** A question as its learner meets it; its key is shown when asked for. */
export default function QuestionPreview({ question, onClose }: { question: Shown; onClose: () => void }) {
  const say = useQuestionWords()
  return (
    <Modal
      open
      onCancel={onClose}
      footer={null}
      width={dialogWidths.wide}
      title={say('preview')}
      destroyOnHidden
    >
      <Trial question={question} />
    </Modal>
  )
}

function Trial({ question }: { question: Shown }) {
  const say = useQuestionWords()
  const [given, setGiven] = useState<string[][]>(question.content.parts.map(() => []))
  const [keyed, setKeyed] = useState(false)
  return (
    <div className="question-preview">
      <div className="question-preview-bar k-cluster k-split">
        {say('asLearner')}
        <label>
          <Switch size="small" checked={keyed} onChange={setKeyed} aria-label={say('showKey')} />{' '}
          {say('showKey')}
        </label>
      </div>
      <QuestionView
        question={question.content}
        given={given}
        onGive={(part, answer) => setGiven(given.map((other, i) => (i === part ? answer : other)))}
        keys={keyed ? question.key : null}
      />
    </div>
  )
}
