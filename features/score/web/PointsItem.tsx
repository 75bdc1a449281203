import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import InputNumber from 'antd/es/input-number'
import { isScore } from '../rules.ts'
import { useScoreWords } from './words.ts'

/** Values of a corrected score. */
export interface PointsValues {
  points: number | null
  isAbsent: boolean
}

/** Returns the points that were entered; null for a person who was absent. */
export const pointsOf = ({ points, isAbsent }: PointsValues): number | null => (isAbsent ? null : points)

/** Inputs of a corrected score: points in the range of the subject, or that the person was absent. */
export function PointsItem({
  fullScore,
  passScore,
  mayBeAbsent,
}: {
  fullScore: number
  /** Left out where it is not known. */
  passScore?: number
  mayBeAbsent: boolean
}) {
  const say = useScoreWords()
  const isAbsent = Form.useWatch<boolean | undefined>('isAbsent') === true
  return (
    <>
      <Form.Item
        name="points"
        label={say('after')}
        extra={passScore !== undefined && say('rangeHint', { most: fullScore, pass: passScore })}
        dependencies={['isAbsent']}
        rules={[
          {
            validator: (_, points: number | null | undefined) =>
              isAbsent || (typeof points === 'number' && isScore(points, fullScore))
                ? Promise.resolve()
                : Promise.reject(new Error(say('outOfRange', { most: fullScore }))),
          },
        ]}
      >
        <InputNumber min={0} max={fullScore} step={0.5} disabled={isAbsent} autoComplete="off" />
      </Form.Item>
      {mayBeAbsent && (
        <Form.Item name="isAbsent" valuePropName="checked">
          <Checkbox>{say('isAbsent')}</Checkbox>
        </Form.Item>
      )}
    </>
  )
}
