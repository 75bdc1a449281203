import { Link } from 'react-router'
import { useMay } from '../../../web/shell/view/may.ts'
import { useUnitClassWords } from './words.ts'

const learners = '/student-manage/student'

/** Way to a person of another unit in the list of learners, where they are moved; nothing for who may not open it. */
export function FindLearner({ name }: { name: string }) {
  const say = useUnitClassWords()
  const mayOpen = useMay(learners)
  if (!mayOpen) return null
  return <Link to={`${learners}?keyword=${encodeURIComponent(name.trim())}`}>{say('findLearner')}</Link>
}
