/** What is worn on the head, with the hair that it leaves visible. */
import { bumps, centred, type DrawHair, line, mirror, ring, rounded, shaved, wrapped } from './shapes.tsx'

export const headwear = {
  wrap: ({ headDye, side }) => ({
    front: mirror(
      side,
      <>
        <path fill={headDye.main} d="M262 108c8-34 44-40 52-18 6 16-10 26-24 26 16 8 18 26 4 30-18 4-32-14-32-38z" />
        <path fill={headDye.main} d={wrapped} />
        {line('M122 176Q196 112 268 108M116 196Q190 136 280 146', 6, headDye.trim)}
        {line('M150 112Q206 88 256 104M284 118q10-6 16-14', 4, headDye.second)}
      </>,
    ),
  }),
  'tall-wrap': ({ headDye, side }) => ({
    front: mirror(
      side,
      <>
        <path
          fill={headDye.main}
          d="M113 208C86 140 96 78 150 66C196 36 284 52 300 96C310 130 298 172 287 208C264 178 232 166 200 166S136 178 113 208Z"
        />
        {line('M118 184Q178 128 286 152M124 148Q190 92 294 112', 6, headDye.trim)}
        {line('M150 70Q220 66 290 92M120 190Q200 134 284 178', 3.5, headDye.second)}
      </>,
    ),
  }),
  band: ({ hairColour: h, headDye }) => ({
    back: (
      <>
        <circle cx="200" cy="138" r="72" fill={h} />
        {bumps(ring(200, 138, 72), 28, 20.56, h)}
      </>
    ),
    front: (
      <>
        <path fill={h} d={rounded} />
        <path
          fill={headDye.main}
          d="M114 208C116 152 152 124 200 124S284 152 286 208C264 172 234 160 200 160S136 172 114 208Z"
        />
        {bumps('M128 180C150 148 176 142 200 142S250 148 272 180', 7, 17, headDye.trim)}
      </>
    ),
  }),
  scarf: ({ headDye }) => ({
    front: (
      <>
        <path
          fill={headDye.main}
          fillRule="evenodd"
          d="M200 92C126 92 96 150 102 228C106 296 96 340 78 396C120 424 160 430 200 430S280 424 322 396C304 340 294 296 298 228C304 150 274 92 200 92ZM200 152C152 152 131 184 131 226C131 292 164 342 200 342S269 292 269 226C269 184 248 152 200 152Z"
        />
        {line(
          'M200 152C152 152 131 184 131 226C131 292 164 342 200 342S269 292 269 226C269 184 248 152 200 152Z',
          5,
          headDye.trim,
        )}
        {line('M286 300C272 352 220 378 150 372M294 336C270 392 214 408 160 404', 4, headDye.trim, 0.55)}
      </>
    ),
  }),
  sari: ({ hairColour: h, dye }) => ({
    front: (
      <>
        <path fill={h} d={centred} />
        <path
          fill={dye.main}
          d="M200 88C122 88 92 150 97 230C100 300 84 360 74 520H122C142 400 124 330 117 262C106 176 146 122 200 122S294 176 283 262C276 330 258 400 278 520H326C316 360 300 300 303 230C308 150 278 88 200 88Z"
        />
        {line(
          'M126 520C144 400 126 330 120 262C109 178 148 125 200 125S291 178 280 262C274 330 256 400 274 520',
          6,
          dye.trim,
        )}
      </>
    ),
  }),
  turban: ({ headDye, side }) => ({
    front: mirror(
      side,
      <>
        <path
          fill={headDye.main}
          d="M108 204C86 120 142 74 206 78C272 82 312 126 292 204C268 168 230 150 196 172C168 160 134 172 108 204Z"
        />
        {line(
          'M112 184Q170 112 274 104M110 166Q150 104 232 86M290 184Q262 136 200 118M294 160Q270 116 226 102',
          4.5,
          headDye.second,
          0.75,
        )}
        {line('M108 204C134 172 168 160 196 172C230 150 268 168 292 204', 5, headDye.trim)}
      </>,
    ),
  }),
  kufi: ({ hairColour: h, headDye }) => ({
    front: (
      <>
        <path fill={h} d={rounded} />
        <path fill={headDye.main} d="M122 178C118 116 156 92 200 92S282 116 278 178C254 158 146 158 122 178Z" />
        {line('M124 160Q200 128 276 160', 4, headDye.trim)}
        {bumps('M130 142Q200 112 270 142', 8, 17, headDye.second)}
      </>
    ),
  }),
  hood: ({ hairColour: h, dye }) => ({
    back: (
      <path
        fill={dye.main}
        d="M82 420C84 360 92 330 92 270C84 150 130 78 200 78S316 150 308 270C308 330 316 360 318 420Z"
      />
    ),
    front: (
      <>
        <path fill={h} d="M138 170C150 142 176 132 200 132S250 142 262 170C240 152 222 162 200 156S160 152 138 170Z" />
        <path
          fill={dye.main}
          d="M108 346C80 310 86 262 90 236C90 130 134 78 200 78S310 130 310 236C314 262 320 310 292 346C286 316 294 280 288 236C284 170 248 138 200 138S116 170 112 236C106 280 114 316 108 346Z"
        />
        {line(
          'M110 338C112 310 107 278 112 236C116 170 152 138 200 138S284 170 288 236C293 278 288 310 290 338',
          7,
          dye.trim,
        )}
      </>
    ),
  }),
  'knit-cap': ({ headDye }) => ({
    front: (
      <>
        <circle cx="200" cy="84" r="17" fill={headDye.trim} />
        <path fill={headDye.main} d="M112 196C104 128 148 94 200 94S296 128 288 196C262 166 138 166 112 196Z" />
        <path
          fill={headDye.trim}
          d="M110 204C108 190 110 182 116 172C146 146 254 146 284 172C290 182 292 190 290 204C262 172 138 172 110 204Z"
        />
        {bumps('M140 130Q200 104 260 130', 7, 17, headDye.second)}
      </>
    ),
  }),
  bow: ({ hairColour: h, headDye, side }) => ({
    front: mirror(
      side,
      <>
        <path fill={h} opacity=".7" d={shaved} />
        {line('M122 182C142 148 172 140 200 140S258 148 278 182', 9, headDye.main)}
        <path fill={headDye.main} d="M244 146c-20-22-38-14-36 0s22 18 36 2c14 16 38 12 36-4s-22-20-36 2z" />
        <circle cx="244" cy="147" r="6" fill={headDye.trim} />
      </>,
    ),
  }),
} satisfies Record<string, DrawHair>
