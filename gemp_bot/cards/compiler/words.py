"""The common words a noun phrase of a game text may be made of.

No verb is among them (but participles are), so a phrase made of these words and of names cannot be half of a
sentence. A word that is missing here only makes a clause count as not understood.
"""

from typing import Final


def words(text: str) -> frozenset[str]:
    """The words of a paragraph."""
    return frozenset(text.split())


NOUN_PHRASE_WORDS: Final = words(
    """
a ability aboard above accountants across action added additional adjacent admiral admirals agenda agent
agents alien aliens all alone along ambition amount an and another antechamber any anything anywhere
apprentice apprentice's armed armor artillery artwork assassin assassins asteroid astromech at attrition
automated ax axe bantha banthas barge battle battledroid battleground battlegrounds battles battleship
battleships battling bay bays beam below beyond bike biker bikes blaster blasters blockade board bomber
bombers bonus bonuses bottom bounty bowcaster bowcasters broker brokers cadet cannon cannons cantina
canyon capability capacity capital captain captive captive's captives card card's cards carried carrying
cars character character's characteristic characters choice class cloak clone clones cloud club
collector combat comlink commander conditions control controlled controlling copies copy corridor
corridors corvette corvettes cost costs count creature creatures credit credits crossbow crossed cruiser
cruisers current damage death deck defeated defender defending defense dejarik dejariks deployment
desert deserts destinies destiny destroyer device devices dewback difference different diner direction
distance docking drain drains dreadnaught driver driving droid droid's droids duel dueling duels
duplicates each effect eight electropole electropoles elsewhere enclosed epic escorted escorting
eventual every everywhere exterior face face-down face-up farm female ferocious ferocity fewer fighter
fighters first five force forest forfeited four freighter freighters frozen gambler gamblers game
gametext gangster gangsters general generals generating generation gliders greater grenade guard guards
gun gunner gunners guns habitat half hallway hand handmaiden handmaidens hands harpoon here higher
highest highest-ability hit holocron hologram holograms holosite holosites holotable hunter hunters
hydroponics hyperdrive hyperspeed icon icons identity immunity imperial imperials imposter imprisoned in
inactive including infantry influence information innermost interior interrupt involved involving jedi
jungle jungles just-deployed just-drawn just-lost just-played kind landed landspeed last lead leader
leaders least less lesser light lightsaber lightsabers link listed ln lns location locations logistics
lone lore loser losing loss lower lowest maintenance majority male maneuver marker matches matching
maximum medical member mentor mercenaries mercenary mine miners minimum mining minor missile missiles
missing mobile modifiers moff moffs more mortar mouth movement much musician musicians name nearest
necklace new night nighttime non-alien non-battleground non-battlegrounds non-character non-creature
non-docking non-droid non-frozen non-interior non-jedi non-leader non-lightsaber non-pilot non-scout
non-shielded non-smuggler non-spy non-trooper non-unique non-vehicle non-war normal number numbers
objective objectives odd of on one operative operatives opponent opponent's opposing or orbiting order
original other others outside owner owner's owners pair pairs palace parsec parsecs participated
participating party passenger passengers peace permanent persona personal phase phases pike pile piles
pilot pilot's piloted piloting pilots pirate pirates pistol pit planet player player's players
podrace politics position power powered presence present printed prison probe protected protocol
purchase race raider raiders rancor random range rat rats rd rebel rebellion rebels recruit refinery
regular related remainder replacement reserve rest restricted restrictions retrieval ridden riding rifle
rifles riot room round sabacc same sandcrawler sandcrawlers sandtrooper sandtroopers scavenger
scavengers scomp scoundrel scoundrels scout scouts second seconds sector sectors seeker segment
selection senate senator senators separated ship-docking shuttle side sides simultaneously site sites
situation six skiff skill slaver slavers smuggler smugglers snare snowtrooper snowtroopers snub
spaceport species speeder spies spy spy's squadron squadron's squadrons st staff starfighter
starfighter's starfighters starship starship's starships station stealing stick sticks stolen
stormtrooper stormtroopers substitute successful superlaser survivor survivors swamp swamps swoop system
systems table target target's targeting targets tauntaun tax taxation tech test text th the there thief
thieves third this those three time times title titles together top topmost torpedoes total totally
tractor trade training transit transport trap trooper troopers turn turned turns tusken two type unable
under undercover underwater unique unit unlimited unoccupied unpiloted value values vaporator vehicle
vehicle's vehicles vibro-ax victim wampas war warrior warrior's warriors wealth weapon weapon's weapons
wherever whip wild win winner with without womp word yacht your
"""
)
