/** Version of the consent text: anyone who agreed to another is asked again. */
export const consentVersion = 1

/**
 * Periods for which face data is stored. The consent states both: the measures on face recognition in force
 * since 1 June 2025 require the shortest time that serves the purpose, stated beforehand.
 */
export const retention = {
  /** The picture that was compared last, so that a result can be disputed. */
  pictureDays: 30,
  /** The numbers that describe the portrait, after they were used last. */
  templateDays: 365,
} as const

/**
 * Distances between two descriptions, Euclidean. dlib, which trained the model, takes 0.6 for one person and is right
 * in 99.38 % of the pairs of Labeled Faces in the Wild; among faces that look straight on, different people came as
 * near as 0.55 here, pictures of one person 0.3. Being wrongly taken for somebody else's face costs a hand's work,
 * the other way round an identity.
 */
export const likeness = {
  /** Up to here it is the same person. */
  same: 0.5,
  /** Up to here it is the same shot, sent again. */
  copy: 0.1,
} as const

/** Requirements for a picture to be compared. */
export const fit = {
  /** Minimum share of the picture's width or height. */
  share: 0.2,
  /** The nose beside the middle of the eyes, in distances between the eyes. */
  turn: 0.3,
  /** Maximum tilt, in degrees. */
  tilt: 20,
  /** Mean light of the face, of 255. */
  dark: 50,
  bright: 235,
} as const

/** Properties of a face in a picture, without identity. */
export interface Seen {
  share: number
  turn: number
  tilt: number
  brightness: number
}

const faceFaults = ['none', 'many', 'small', 'turned', 'dark', 'bright'] as const
type FaceFault = (typeof faceFaults)[number]

/** Returns the reason a picture cannot be compared, or null. Faces come the largest first. */
export function faceFault(faces: readonly Seen[]): FaceFault | null {
  const [face, second] = faces
  if (!face) return 'none'
  if (second) return 'many'
  if (face.share < fit.share) return 'small'
  if (face.brightness < fit.dark) return 'dark'
  if (face.brightness > fit.bright) return 'bright'
  return face.turn > fit.turn || face.tilt > fit.tilt ? 'turned' : null
}

/** The Euclidean distance between two descriptions. */
export function distanceOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length || a.length === 0) throw new RangeError('Descriptions of one length are compared')
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2
  return Math.sqrt(sum)
}

/** Returns whether a picture shows the person of the portrait or somebody else, or is the portrait itself. */
export function verdictOf(
  portrait: ArrayLike<number>,
  picture: ArrayLike<number>,
): 'passed' | 'failed' | 'copy' {
  const distance = distanceOf(portrait, picture)
  if (distance <= likeness.copy) return 'copy'
  return distance <= likeness.same ? 'passed' : 'failed'
}

export const faceStates = ['unconfirmed', 'waiting', 'confirmed'] as const
type FaceState = (typeof faceStates)[number]

/** A learner's face data; the portraits by their keys. */
export interface FaceRecord {
  portrait: string | null
  confirmedOf: string | null
  confirmedAt: string | null
  /** A requested review: its portrait and outcome. */
  askedOf: string | null
  askedStatus: 'open' | 'correcting' | 'resolved' | 'dismissed' | null
  askedAt: string | null
  settledAt: string | null
}

/**
 * Returns whether the face is confirmed, since when and by whom. Results for another portrait do not count.
 */
export function confirmationOf(face: FaceRecord): {
  state: FaceState
  since: string | null
  byPerson: boolean
  /** A person looked, and did not confirm it. */
  declined: boolean
} {
  const base = { byPerson: false, declined: false }
  if (face.portrait === null) return { ...base, state: 'unconfirmed', since: null }
  if (face.confirmedOf === face.portrait) return { ...base, state: 'confirmed', since: face.confirmedAt }
  if (face.askedOf !== face.portrait) return { ...base, state: 'unconfirmed', since: null }
  if (face.askedStatus === 'resolved') {
    return { ...base, state: 'confirmed', since: face.settledAt, byPerson: true }
  }
  if (face.askedStatus === 'dismissed') {
    return { ...base, state: 'unconfirmed', since: face.settledAt, declined: true }
  }
  return { ...base, state: 'waiting', since: face.askedAt, byPerson: true }
}
