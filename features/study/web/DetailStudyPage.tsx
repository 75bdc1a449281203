import { StudyClass } from './StudyClass.tsx'
import { StudyTop } from './StudyTop.tsx'

/** Studying a class inside another portal's page: only the player and the contents; opened by itself, with the way back. */
export default function DetailStudyPage() {
  return window.parent === window ? <StudyClass Top={StudyTop} /> : <StudyClass />
}
