import Form from 'antd/es/form'
import InputNumber from 'antd/es/input-number'
import Space from 'antd/es/space'
import { Tag } from '../../../../web/shell/control/Tag.tsx'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { isAnswered, isChoice, letterOf } from '../../../question/rules.ts'
import type { ResultItem } from '../../attempt/contract.ts'
import './Marking.css'
import { halves } from './points.ts'
import { useMarkingWords } from './words.ts'

/** An answer as a person reads it: letters with their options, right or wrong, blanks divided. */
function useAnswerText(item: ResultItem): (given: readonly string[]) => string {
  const say = useMarkingWords()
  return (given) => {
    if (item.type === 'judge') return given.map((letter) => say(letter === 'A' ? 'right' : 'wrong')).join(' ')
    if (!isChoice(item.type)) return given.join('\n')
    return given
      .map((letter) => {
        const option = item.options.find((_, place) => letterOf(place) === letter)
        return option === undefined ? letter : `${letter}. ${option}`
      })
      .join('\n')
  }
}

/** One question of a submitted attempt: question, answer, key, and for an essay its points. */
export function MarkingItem({
  item,
  material,
  toMark,
}: {
  item: ResultItem
  material: string | undefined
  /** Its points are asked for. */
  toMark: boolean
}) {
  const say = useMarkingWords()
  const textOf = useAnswerText(item)
  return (
    <article className="marking-item" id={`marking-${item.no}`}>
      <h4>
        {say('itemNo', { no: item.no, score: item.score })}{' '}
        {!toMark && item.mark !== null && (
          <Tag color={item.mark === item.score ? 'green' : item.mark === 0 ? 'red' : 'orange'}>
            {say('mine', { mark: item.mark })}
          </Tag>
        )}
      </h4>
      {material && <p className="k-prose marking-material">{material}</p>}
      <p className="k-prose">{item.stem}</p>
      <div className="marking-part marking-given">
        <b>{say('given')}</b>
        <p className="k-prose">{isAnswered(item.given) ? textOf(item.given) : say('notAnswered')}</p>
      </div>
      <div className="marking-part">
        <b>{say(item.type === 'essay' ? 'model' : 'key')}</b>
        <p className="k-prose">{isAnswered(item.answer) ? textOf(item.answer) : say('noModel')}</p>
      </div>
      {item.analysis && (
        <div className="marking-part">
          <b>{say('explanation')}</b>
          <p className="k-prose">{item.analysis}</p>
        </div>
      )}
      {toMark && (
        <Form.Item
          name={['points', String(item.no)]}
          label={say('points', { most: item.score })}
          normalize={halves}
        >
          <PointsInput most={item.score} />
        </Form.Item>
      )}
    </article>
  )
}

function PointsInput({
  most,
  onChange,
  ...input
}: {
  most: number
  id?: string
  value?: number | null
  onChange?: (points: number | null) => void
}) {
  const say = useMarkingWords()
  return (
    <Space wrap>
      <InputNumber {...input} min={0} max={most} step={0.5} onChange={(points) => onChange?.(points)} />
      <Button size="small" onClick={() => onChange?.(most)}>
        {say('full')}
      </Button>
      <Button size="small" onClick={() => onChange?.(0)}>
        {say('zero')}
      </Button>
    </Space>
  )
}
