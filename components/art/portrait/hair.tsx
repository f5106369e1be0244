/** Hair. */
import { colour } from '../colours.ts'
import { headwear } from './headwear.tsx'
import {
  bumps,
  centred,
  crown,
  type DrawHair,
  type HairLayers,
  line,
  mirror,
  ring,
  rounded,
  shaved,
  shine,
  shiny,
  swept,
} from './shapes.tsx'
import type { Hair, Traits } from './traits.ts'

const styles: Record<Hair, DrawHair> = {
  ...headwear,
  long: ({ hairColour: h, side }) => ({
    mid: (
      <path
        fill={h}
        d="M112 220C96 132 140 100 200 100S304 132 288 220C286 284 302 340 312 392C290 404 266 400 248 376V300H152V376C134 400 110 404 88 392C98 340 114 284 112 220Z"
      />
    ),
    front: mirror(side, shiny(h, swept, 'M136 172C150 142 178 126 210 124')),
  }),
  parted: ({ hairColour: h }) => ({
    mid: (
      <path
        fill={h}
        d="M112 220C98 132 142 100 200 100S302 132 288 220C290 270 284 300 296 340C276 352 258 346 248 330V290H152V330C142 346 124 352 104 340C116 300 110 270 112 220Z"
      />
    ),
    front: shiny(h, centred, 'M132 182C142 152 162 134 184 124M268 182C262 160 248 144 232 134'),
  }),
  bob: ({ hairColour: h }) => ({
    mid: (
      <path
        fill={h}
        d="M110 224C98 138 142 100 200 100S302 138 290 224C294 262 294 294 286 316C270 328 252 324 242 310V262H158V310C148 324 130 328 114 316C106 294 106 262 110 224Z"
      />
    ),
    front: shiny(
      h,
      `${crown}C280 214 275 202 270 184C240 194 160 194 130 184C125 202 120 214 115 226Z`,
      'M140 150C160 128 190 122 214 124',
    ),
  }),
  'top-bun': ({ hairColour: h, headDye }) => ({
    back: (
      <>
        <circle cx="200" cy="92" r="33" fill={h} />
        {bumps(ring(200, 92, 31), 14, 13, h)}
      </>
    ),
    front: (
      <>
        <path fill={h} d={rounded} />
        {line('M172 110Q200 98 228 110', 9, headDye.main)}
        {shine('M140 160C152 142 170 134 186 130')}
      </>
    ),
  }),
  'side-bun': ({ hairColour: h, side }) => ({
    mid: mirror(
      side,
      <>
        <circle cx="284" cy="290" r="29" fill={h} />
        {bumps('M262 262C292 246 326 268 318 306', 12, 12.5, colour.cream)}
      </>,
    ),
    front: shiny(h, centred, 'M136 178C146 152 164 136 184 126'),
  }),
  braid: ({ hairColour: h, headDye, side }) => ({
    mid: mirror(
      side,
      <>
        {line('M262 280Q284 300 286 326', 30, h)}
        {bumps('M287 328C294 360 290 396 280 434', 33, 21, h)}
        {line('M270 440l20 3', 10, headDye.trim)}
        {line('M279 452l-3 24', 18, h)}
      </>,
    ),
    front: shiny(h, centred, 'M136 178C146 152 164 136 184 126'),
  }),
  'two-braids': ({ hairColour: h, headDye }) => ({
    mid: (
      <>
        {bumps('M122 262C98 288 96 322 102 366M278 262C302 288 304 322 298 366', 29, 18.5, h)}
        <path
          fill={headDye.main}
          d="M102 372c-14-14-26-8-26 2s14 14 26 2c8 16 24 12 24 0s-14-14-24-4zM298 372c14-14 26-8 26 2s-14 14-26 2c-8 16-24 12-24 0s14-14 24-4z"
        />
        {line('M102 384l-2 20M298 384l2 20', 15, h)}
      </>
    ),
    front: shiny(h, centred, 'M134 180C144 152 164 134 184 126'),
  }),
  ponytail: ({ hairColour: h, headDye, side }) => ({
    back: mirror(
      side,
      <path
        fill={h}
        d="M250 116C316 92 346 160 330 244C324 276 308 296 304 330C284 290 290 250 284 210C280 180 270 160 250 150Z"
      />,
    ),
    front: mirror(
      side,
      <>
        <path fill={h} d={rounded} />
        {line('M262 128q14 8 20 24', 10, headDye.main)}
        {shine('M138 166C152 140 180 128 208 128')}
      </>,
    ),
  }),
  curls: ({ hairColour: h }) => ({
    mid: (
      <>
        <path
          fill={h}
          d="M122 320C96 270 100 180 132 144C162 108 238 108 268 144C300 180 304 270 278 320L250 300H150Z"
        />
        {bumps('M120 332C86 276 92 186 128 146C160 108 240 108 272 146C308 186 314 276 280 332', 42, 26.5, h)}
      </>
    ),
    front: (
      <>
        <path fill={h} d="M128 190C124 150 160 112 200 112S276 150 272 190C250 160 150 160 128 190Z" />
        {bumps('M126 196C142 164 172 152 200 152S258 164 274 196', 27, 20, h)}
      </>
    ),
  }),
  afro: ({ hairColour: h }) => ({
    back: (
      <>
        <circle cx="200" cy="188" r="112" fill={h} />
        {bumps(ring(200, 188, 108), 34, 22.6, h)}
      </>
    ),
    front: (
      <>
        <path fill={h} d={rounded} />
        {bumps('M136 118Q200 66 264 118', 5, 15, '#ffffff2b')}
      </>
    ),
  }),
  puffs: ({ hairColour: h, headDye, skin }) => ({
    back: (
      <>
        <path fill={h} d={`${ring(112, 134, 36)}z${ring(288, 134, 36)}z`} />
        {bumps(ring(112, 134, 36) + ring(288, 134, 36), 18, 16.1, h)}
      </>
    ),
    front: (
      <>
        <path fill={h} d={rounded} />
        {line('M200 108V154', 3, skin.base)}
        {line('M138 140q4-12 14-18M262 140q-4-12-14-18', 9, headDye.main)}
      </>
    ),
  }),
  short: ({ hairColour: h }) => ({
    front: (
      <>
        <path
          fill={h}
          d={`M114 224C96 146 138 100 200 100S304 146 286 224C281 200 275 188 262 178C244 164 222 160 200 160S156 164 138 178C125 188 119 200 114 224Z`}
        />
        {bumps(
          'M132 150C150 122 176 112 200 112S250 122 268 150M148 152C164 136 182 130 200 130S236 136 252 152',
          5,
          13,
          '#ffffff22',
        )}
      </>
    ),
  }),
  cornrows: ({ hairColour: h, headDye, skin }) => ({
    mid: (
      <>
        {bumps(
          'M121 240C106 270 104 300 108 334M136 280C120 306 118 328 122 346M279 240C294 270 296 300 292 334M264 280C280 306 282 328 278 346',
          12,
          8.5,
          h,
        )}
        {bumps('M108 336v22M122 348v22M292 336v22M278 348v22', 11, 11, headDye.main)}
      </>
    ),
    front: (
      <>
        <path fill={h} d={rounded} />
        {line(
          'M146 168Q146 140 166 120M172 158Q172 134 184 112M200 154V110M228 158Q228 134 216 112M254 168Q254 140 234 120',
          3,
          skin.base,
          0.75,
        )}
      </>
    ),
  }),
  'box-braids': ({ hairColour: h, headDye }) => ({
    mid: (
      <>
        <path fill={h} d="M112 224C98 136 142 100 200 100S302 136 288 224L292 330H108Z" />
        {line(
          'M106 240C96 300 92 350 94 404M120 250C110 310 108 360 110 416M135 270C126 320 124 366 126 420M294 240C304 300 308 350 306 404M280 250C290 310 292 360 290 416M265 270C274 320 276 366 274 420',
          11,
          h,
        )}
        {line('M93 376v6M109 350v6M307 376v6M291 350v6', 12, headDye.trim)}
      </>
    ),
    front: (
      <>
        <path fill={h} d={centred} />
        {line(
          'M180 128Q142 160 126 206M190 124Q156 150 134 190M220 128Q258 160 274 206M210 124Q244 150 266 190',
          2.5,
          '#fff',
          0.13,
        )}
      </>
    ),
  }),
  crop: ({ hairColour: h }) => ({
    front: shiny(
      h,
      `${crown}C282 204 278 188 268 174C238 162 162 162 132 174C122 188 118 204 115 226Z`,
      'M144 146C160 128 180 122 204 122',
    ),
  }),
  fade: ({ hairColour: h }) => ({
    front: (
      <>
        <path fill={h} opacity=".6" d={shaved} />
        <path fill={h} d="M132 178C118 128 150 100 200 100S282 128 268 178C244 162 156 162 132 178Z" />
        {shine('M152 136C166 122 184 118 204 118')}
      </>
    ),
  }),
  'high-top': ({ hairColour: h }) => ({
    front: (
      <>
        <path fill={h} opacity=".6" d={shaved} />
        <path
          fill={h}
          d="M131 178C120 130 126 92 152 84C184 74 216 74 248 84C274 92 280 130 269 178C244 162 156 162 131 178Z"
        />
        {bumps('M146 112Q200 90 254 112M144 134Q200 114 256 134', 5, 14, '#ffffff22')}
      </>
    ),
  }),
  'side-part': ({ hairColour: h, side }) => ({
    front: mirror(
      side,
      shiny(
        h,
        'M115 226C102 146 142 98 206 102C264 106 298 146 285 226C282 200 277 186 268 172C234 178 188 170 158 146C152 168 134 178 126 192C120 202 117 212 115 226Z',
        'M172 132C196 122 226 124 246 140',
      ),
    ),
  }),
  'curly-top': ({ hairColour: h }) => ({
    front: (
      <>
        <path fill={h} d={rounded} />
        {bumps('M130 176C126 126 164 110 200 110S274 126 270 176M150 158Q200 136 250 158', 34, 25, h)}
        {bumps('M150 128Q200 96 250 128', 5, 21, '#ffffff26')}
      </>
    ),
  }),
  wave: ({ hairColour: h, side }) => ({
    front: mirror(
      side,
      shiny(
        h,
        'M115 226C100 150 130 98 188 98C214 80 272 90 284 130C294 158 290 194 285 226C281 202 276 188 267 174C252 178 240 168 232 156C206 178 166 178 140 168C127 182 119 202 115 226Z',
        'M160 130C184 118 214 112 244 118',
      ),
    ),
  }),
  fringe: ({ hairColour: h }) => ({
    front: shiny(
      h,
      `${crown}C280 212 276 202 271 184L252 190 238 180 220 192 200 180 180 192 160 181 146 191 129 184C124 202 119 212 115 226Z`,
      'M146 146C162 128 184 122 208 122',
    ),
  }),
  twists: ({ hairColour: h }) => ({
    front: (
      <>
        <path fill={h} d={rounded} />
        {line(
          'M130 158l-10-18M144 138l-9-20M161 124l-6-21M181 115l-3-21M201 112V91M221 115l4-21M240 124l7-20M257 138l10-19M270 158l11-17',
          12,
          h,
        )}
        {bumps('M140 158Q200 96 260 158', 5, 14, '#ffffff22')}
      </>
    ),
  }),
  bald: ({ skin }) => ({
    front: (
      <path
        fill="#fff"
        opacity={skin.deep ? 0.12 : 0.22}
        d="M150 164C158 148 178 140 196 142C180 146 164 154 150 164Z"
      />
    ),
  }),
  receding: ({ hairColour: h }) => ({
    front: (
      <>
        <path
          fill={h}
          d="M114 240C104 190 114 154 142 136C132 160 132 180 130 202C128 216 124 228 114 240ZM286 240C296 190 286 154 258 136C268 160 268 180 270 202C272 216 276 228 286 240Z"
        />
        <path fill={h} d="M142 136C160 112 240 112 258 136C240 128 228 138 200 138S160 128 142 136Z" opacity=".9" />
      </>
    ),
  }),
  tuft: ({ hairColour: h }) => ({
    front: (
      <>
        <path fill={h} opacity=".4" d={shaved} />
        <path
          fill={h}
          d="M172 148C176 124 196 112 220 118C208 122 206 128 210 134C220 128 230 130 234 138C222 138 218 146 216 152C200 146 186 146 172 148Z"
        />
      </>
    ),
  }),
}

export const drawHair = (traits: Traits): HairLayers => styles[traits.hair](traits)
