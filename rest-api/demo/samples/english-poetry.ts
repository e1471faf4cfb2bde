import type { Sample } from './sample.ts';

export const englishPoetrySamples: readonly Sample[] = [
  {
    title: 'Gitanjali',
    note: "The first four songs, in the poet's own English of 1912.",
    sections: [
      {
        heading: '1',
        kind: 'prose',
        text: `
Thou hast made me endless, such is thy pleasure. This frail vessel thou emptiest again and again, and fillest it ever with fresh life.

This little flute of a reed thou hast carried over hills and dales, and hast breathed through it melodies eternally new.

At the immortal touch of thy hands my little heart loses its limits in joy and gives birth to utterance ineffable.

Thy infinite gifts come to me only on these very small hands of mine. Ages pass, and still thou pourest, and still there is room to fill.`,
      },
      {
        heading: '2',
        kind: 'prose',
        text: `
When thou commandest me to sing it seems that my heart would break with pride; and I look to thy face, and tears come to my eyes.

All that is harsh and dissonant in my life melts into one sweet harmony—and my adoration spreads wings like a glad bird on its flight across the sea.

I know thou takest pleasure in my singing. I know that only as a singer I come before thy presence.

I touch by the edge of the far-spreading wing of my song thy feet which I could never aspire to reach.

Drunk with the joy of singing I forget myself and call thee friend who art my lord.`,
      },
      {
        heading: '3',
        kind: 'prose',
        text: `
I know not how thou singest, my master! I ever listen in silent amazement.

The light of thy music illumines the world. The life breath of thy music runs from sky to sky. The holy stream of thy music breaks through all stony obstacles and rushes on.

My heart longs to join in thy song, but vainly struggles for a voice. I would speak, but speech breaks not into song, and I cry out baffled. Ah, thou hast made my heart captive in the endless meshes of thy music, my master!`,
      },
      {
        heading: '4',
        kind: 'prose',
        text: `
Life of my life, I shall ever try to keep my body pure, knowing that thy living touch is upon all my limbs.

I shall ever try to keep all untruths out from my thoughts, knowing that thou art that truth which has kindled the light of reason in my mind.

I shall ever try to drive all evils away from my heart and keep my love in flower, knowing that thou hast thy seat in the inmost shrine of my heart.

And it shall be my endeavour to reveal thee in my actions, knowing it is thy power gives me strength to act.`,
      },
    ],
  },
];
