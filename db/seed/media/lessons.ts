import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { mapOf, readContent, record } from '../content/read.ts'

const text = Type.String()

/** A short lesson: a title card, slides whose points are read one by one, and a ring that closes. */
export type Lesson = (typeof lessons)[number]

const rows = readContent(
  '../media/lessons.yaml',
  mapOf(
    record({
      title: text,
      titleEn: text,
      subtitle: text,
      hue: Type.Integer({ minimum: 0, maximum: 359 }),
      opening: text,
      slides: mapOf(mapOf(text)),
    }),
  ),
)

/** The lessons of the demo portal; a point is the text on the slide and the sentence that is read aloud. */
export const lessons = Object.entries(rows).map(([key, { slides, ...lesson }]) => ({
  key,
  ...lesson,
  slides: Object.entries(slides).map(([title, points]) => ({
    title,
    points: Object.entries(points).map(([line, say]) => ({ text: line, say })),
  })),
}))

/** Readings of the lessons' sentences in pinyin. */
export const readPinyin = () => readContent('../media/pinyin.yaml', mapOf(text))

/** Path of a file of a lesson. */
export const lessonFile = (key: string, extension: 'mp4' | 'vtt' | 'jpg') =>
  fileURLToPath(new URL(`${key}.${extension}`, import.meta.url))
