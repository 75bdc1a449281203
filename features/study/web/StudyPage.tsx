import { StudyClass } from './StudyClass.tsx'
import { StudyTop } from './StudyTop.tsx'

/** Studying a class. */
export default function StudyPage() {
  return <StudyClass Top={StudyTop} />
}
