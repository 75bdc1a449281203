/**
 * Draws, reads and encodes the lessons: `node db/seed/media/make.ts [key …]`.
 * Needs ffmpeg, espeak-ng and a Noto Sans CJK font on the machine; the results are committed, so only a
 * person who changes a lesson runs it.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { type Lesson, lessonFile, lessons, readPinyin } from './lessons.ts'
import { height, slideCard, titleCard, width } from './slide.ts'

const framesPerSecond = 12
const maxBytes = 1_300_000
const voiceRate = 22_050
/** Seconds of silence: before the first word, after a sentence, before a new slide, after the last word. */
const pause = { start: 0.5, sentence: 0.35, slide: 0.5, end: 2.5 }

interface Cue {
  /** -1 on the title card. */
  slide: number
  text: string
  from: number
  to: number
}

interface Reading {
  cues: Cue[]
  /** Signed 16-bit samples, one channel, at the voice's rate. */
  sound: Buffer
  seconds: number
}

const pinyin = readPinyin()
const words = (line: string): string[] => line.split(' ')

function speak(sentence: string): Buffer {
  const syllables = pinyin[sentence]
  if (!syllables) throw new Error(`No pinyin for: ${sentence}`)
  const wav = execFileSync('espeak-ng', [...words('-v cmn-latn-pinyin -s 180 -p 42 --stdout'), syllables])
  return wav.subarray(wav.indexOf('data') + 8)
}

function read(lesson: Lesson): Reading {
  const parts: Buffer[] = []
  const cues: Cue[] = []
  let seconds = 0
  const add = (samples: Buffer) => {
    parts.push(samples)
    seconds += samples.length / 2 / voiceRate
  }
  const rest = (length: number) => add(Buffer.alloc(2 * Math.round(length * voiceRate)))
  const say = (slide: number, text: string) => {
    const from = seconds
    add(speak(text))
    cues.push({ slide, text, from, to: seconds })
    rest(pause.sentence)
  }
  rest(pause.start)
  say(-1, `${lesson.title}。`)
  say(-1, lesson.opening)
  lesson.slides.forEach((slide, i) => {
    rest(pause.slide)
    for (const point of slide.points) say(i, point.say)
  })
  rest(pause.end)
  return { cues, sound: Buffer.concat(parts), seconds }
}

/** Draws the screen at a second. */
function draw(lesson: Lesson, { cues, seconds }: Reading, now: number): string {
  // The ring is closed when the last word has been read, and stays so to the end.
  const heard = Math.min(1, now / (seconds - pause.end - pause.sentence))
  const progress = heard < 1 ? Math.round(heard * 500) / 500 : 1
  const slide = cues.findLast((cue) => cue.from - pause.slide <= now)?.slide ?? -1
  if (slide < 0) return titleCard(lesson, progress)
  const shares = cues
    .filter((cue) => cue.slide === slide)
    .map((cue) => Math.round(Math.min(1, Math.max(0, (now - cue.from) / (cue.to - cue.from))) * 40) / 40)
  return slideCard(lesson, slide, shares, progress)
}

function timestamp(seconds: number): string {
  const time = new Date(Math.round(seconds * 1000)).toISOString()
  return time.slice(11, 23)
}

function captions({ cues }: Reading): string {
  const blocks = cues.map(
    (cue, i) => `${i + 1}\n${timestamp(cue.from)} --> ${timestamp(cue.to)}\n${cue.text}\n`,
  )
  return `WEBVTT\n\n${blocks.join('\n')}`
}

async function encode(lesson: Lesson, reading: Reading, file: string): Promise<void> {
  const sound = `${file}.pcm`
  writeFileSync(sound, reading.sound)
  const pictures = `-f rawvideo -pix_fmt rgb24 -s ${width}x${height} -r ${framesPerSecond} -i -`
  const voice = `-f s16le -ar ${voiceRate} -ac 1 -i`
  const colour = 'bt709 -color_primaries bt709 -color_trc bt709 -color_range tv'
  // A keyframe every two seconds: a seek lands at once and the file cuts into even segments.
  const keyframes = `-g ${2 * framesPerSecond} -keyint_min ${2 * framesPerSecond} -sc_threshold 0`
  const options = [
    ...words(`-v error -y ${pictures} ${voice}`),
    sound,
    ...words(`-vf scale=out_color_matrix=bt709:out_range=tv,format=yuv420p -colorspace ${colour}`),
    ...words(`-c:v libx264 -profile:v main -preset veryslow -tune animation -crf 33 ${keyframes}`),
    ...words('-af loudnorm=I=-18:TP=-4 -c:a aac -ar 24000 -ac 1 -b:a 26k -metadata:s:a:0 language=zho'),
    '-metadata',
    `title=${lesson.title}`,
    ...words('-movflags +faststart'),
    file,
  ]
  const ffmpeg = spawn('ffmpeg', options, { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = once(ffmpeg, 'close')
  let last = ''
  let pixels = Buffer.alloc(0)
  for (let frame = 0; frame < reading.seconds * framesPerSecond; frame++) {
    const picture = draw(lesson, reading, frame / framesPerSecond)
    if (picture !== last) pixels = await sharp(Buffer.from(picture)).removeAlpha().raw().toBuffer()
    last = picture
    if (!ffmpeg.stdin.write(pixels)) await once(ffmpeg.stdin, 'drain')
  }
  ffmpeg.stdin.end()
  const [code] = await ended
  rmSync(sound)
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}

const wanted = process.argv.slice(2)
for (const lesson of lessons.filter(({ key }) => wanted.length === 0 || wanted.includes(key))) {
  const reading = read(lesson)
  const video = lessonFile(lesson.key, 'mp4')
  await encode(lesson, reading, video)
  writeFileSync(lessonFile(lesson.key, 'vtt'), captions(reading))
  await sharp(Buffer.from(titleCard(lesson, 0.06)))
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(lessonFile(lesson.key, 'jpg'))
  const bytes = statSync(video).size
  process.stdout.write(`${lesson.key} ${reading.seconds.toFixed(1)} s, ${bytes} bytes\n`)
  if (bytes > maxBytes) throw new Error(`${lesson.key} is larger than ${maxBytes} bytes`)
}
